-- Lists show the end of a notification's id, so that is what people search by. Expressions are not in schema.prisma;
-- `prisma migrate` leaves such indexes alone.
CREATE INDEX "Notification_tail_idx" ON "Notification"("connectionId", right("notificationId", 8));
