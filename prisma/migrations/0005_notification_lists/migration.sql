-- A generated column, because an index on what each delivery changes would make every repeat rewrite all indexes of its
-- row: this changes once.
ALTER TABLE "Notification"
    ADD COLUMN "isRepeated" BOOLEAN NOT NULL GENERATED ALWAYS AS ("deliveries" > 1) STORED;

-- Conditions are not in schema.prisma; `prisma migrate` leaves such indexes alone. A message that came once, about an
-- approval, as nearly all do, is in neither of them.
CREATE INDEX "Notification_repeated_idx" ON "Notification"("connectionId", "firstReceivedAt" DESC, "id" DESC) WHERE "isRepeated";
CREATE INDEX "Notification_eventType_idx" ON "Notification"("connectionId", "eventType", "firstReceivedAt" DESC, "id" DESC) WHERE "eventType" <> 'APPLYMENT_STATE.APPROVED';
