-- AlterTable
ALTER TABLE "PlatformRequest" ADD COLUMN "replacesId" UUID;

-- CreateIndex
CREATE UNIQUE INDEX "PlatformRequest_replacesId_key" ON "PlatformRequest"("replacesId");

-- AddForeignKey
ALTER TABLE "PlatformRequest" ADD CONSTRAINT "PlatformRequest_replacesId_fkey" FOREIGN KEY ("replacesId") REFERENCES "PlatformRequest"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- Until now such a request kept its lock for ever: the drain looks at it once more and ends it.
UPDATE "PlatformRequest" SET "nextTryAt" = now(), "needsPersonSince" = NULL
WHERE "outcome" = 'waiting' AND "meaning" = 'seal-outdated' AND "nextTryAt" IS NULL;
