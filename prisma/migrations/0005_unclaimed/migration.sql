-- What names a sub-merchant that nobody here holds is little beside what names one that somebody does. Conditions are not
-- in schema.prisma; `prisma migrate` leaves such indexes alone.
CREATE INDEX "Notification_unclaimed_idx" ON "Notification"("connectionId", "firstReceivedAt" DESC, "id" DESC) WHERE "isUnclaimed";
CREATE INDEX "Notification_unclaimed_subMchid_idx" ON "Notification"("connectionId", "subMchid", "firstReceivedAt" DESC, "id" DESC) WHERE "isUnclaimed";

-- CreateIndex
CREATE INDEX "Discrepancy_connectionId_subMchid_idx" ON "Discrepancy"("connectionId", "subMchid");

-- CreateIndex
CREATE INDEX "Discrepancy_connectionId_applymentId_idx" ON "Discrepancy"("connectionId", "applymentId");
