-- CreateTable
CREATE TABLE "Batch" (
    "id" UUID NOT NULL,
    "connectionId" UUID NOT NULL,
    "kind" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "staffId" UUID NOT NULL,
    "source" TEXT NOT NULL,
    "sourceName" TEXT NOT NULL DEFAULT '',
    "shared" JSONB,
    "perMinute" INTEGER NOT NULL,
    "equalErrorsMax" INTEGER NOT NULL,
    "hoursFrom" INTEGER,
    "hoursTo" INTEGER,
    "zone" TEXT NOT NULL,
    "sourceCount" INTEGER NOT NULL,
    "listCount" INTEGER NOT NULL,
    "listSha256" TEXT NOT NULL,
    "version" INTEGER NOT NULL DEFAULT 1,
    "state" TEXT NOT NULL DEFAULT 'draft',
    "cursor" INTEGER NOT NULL DEFAULT 0,
    "flight" INTEGER,
    "canary" INTEGER,
    "isReleased" BOOLEAN NOT NULL DEFAULT false,
    "tally" JSONB NOT NULL DEFAULT '{}',
    "pauseCause" TEXT,
    "nextAt" TIMESTAMPTZ(3),
    "takenAt" TIMESTAMPTZ(3),
    "resumedAt" TIMESTAMPTZ(3),
    "approvalId" UUID,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "startedAt" TIMESTAMPTZ(3),
    "pausedAt" TIMESTAMPTZ(3),
    "endedAt" TIMESTAMPTZ(3),
    "updatedAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "Batch_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "BatchRow" (
    "batchId" UUID NOT NULL,
    "number" INTEGER NOT NULL,
    "place" INTEGER,
    "objectId" TEXT NOT NULL,
    "objectName" TEXT NOT NULL DEFAULT '',
    "told" JSONB NOT NULL DEFAULT '{}',
    "held" JSONB NOT NULL DEFAULT '{}',
    "verdict" TEXT,
    "verdictParams" JSONB,
    "requestId" UUID,
    "leftOut" TEXT,
    "leftOutParams" JSONB,
    "takenAt" TIMESTAMPTZ(3),

    CONSTRAINT "BatchRow_pkey" PRIMARY KEY ("batchId","number")
);

-- CreateIndex
CREATE INDEX "Batch_connectionId_createdAt_id_idx" ON "Batch"("connectionId", "createdAt" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "Batch_connectionId_state_createdAt_id_idx" ON "Batch"("connectionId", "state", "createdAt" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "Batch_state_nextAt_idx" ON "Batch"("state", "nextAt");

-- CreateIndex
CREATE UNIQUE INDEX "BatchRow_requestId_key" ON "BatchRow"("requestId");

-- CreateIndex
CREATE INDEX "BatchRow_objectId_idx" ON "BatchRow"("objectId");

-- CreateIndex
CREATE UNIQUE INDEX "BatchRow_batchId_place_key" ON "BatchRow"("batchId", "place");

-- AddForeignKey
ALTER TABLE "Batch" ADD CONSTRAINT "Batch_connectionId_fkey" FOREIGN KEY ("connectionId") REFERENCES "Connection"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Batch" ADD CONSTRAINT "Batch_staffId_fkey" FOREIGN KEY ("staffId") REFERENCES "Staff"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "BatchRow" ADD CONSTRAINT "BatchRow_batchId_fkey" FOREIGN KEY ("batchId") REFERENCES "Batch"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "BatchRow" ADD CONSTRAINT "BatchRow_requestId_fkey" FOREIGN KEY ("requestId") REFERENCES "PlatformRequest"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

