-- CreateTable
CREATE TABLE "StaffSession" (
    "id" UUID NOT NULL,
    "staffId" UUID NOT NULL,
    "beganAt" TIMESTAMPTZ(3) NOT NULL,
    "seenAt" TIMESTAMPTZ(3) NOT NULL,
    "ip" TEXT,
    "browser" TEXT,
    "system" TEXT,
    "how" TEXT NOT NULL,
    "endedAt" TIMESTAMPTZ(3),
    "endedCause" TEXT,
    "endedById" UUID,

    CONSTRAINT "StaffSession_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "StaffSession_staffId_beganAt_idx" ON "StaffSession"("staffId", "beganAt" DESC);

-- CreateIndex
CREATE INDEX "StaffSession_seenAt_idx" ON "StaffSession"("seenAt");

-- AddForeignKey
ALTER TABLE "StaffSession" ADD CONSTRAINT "StaffSession_staffId_fkey" FOREIGN KEY ("staffId") REFERENCES "Staff"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "StaffSession" ADD CONSTRAINT "StaffSession_endedById_fkey" FOREIGN KEY ("endedById") REFERENCES "Staff"("id") ON DELETE SET NULL ON UPDATE CASCADE;
