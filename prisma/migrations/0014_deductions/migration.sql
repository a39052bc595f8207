-- Deductions (4.4): one row for each order number, which is one intent. Amounts are minor units. Numbers compare by code
-- point, whatever the database's own collation is.
CREATE TABLE "Deduction" (
    "id" UUID NOT NULL,
    "connectionId" UUID NOT NULL,
    "outTradeNo" TEXT COLLATE "C" NOT NULL,
    "draftId" UUID NOT NULL,
    "contractId" TEXT COLLATE "C" NOT NULL,
    "subMchid" TEXT COLLATE "C" NOT NULL DEFAULT '',
    "values" JSONB NOT NULL,
    "total" BIGINT NOT NULL,
    "currency" TEXT NOT NULL,
    "lookAlikeReason" TEXT NOT NULL DEFAULT '',
    "staffId" UUID NOT NULL,
    "reservedAt" TIMESTAMPTZ(3) NOT NULL,
    "requestId" UUID,
    "sendings" INTEGER NOT NULL DEFAULT 0,
    "transactionId" TEXT COLLATE "C",
    "tradeState" TEXT,
    "tradeStateDesc" TEXT,
    "tradeStateHow" TEXT,
    "tradeStateAsOf" TIMESTAMPTZ(3),
    "tradeStateProof" TEXT,
    "tradeType" TEXT,
    "bankType" TEXT,
    "successTime" TIMESTAMPTZ(3),
    "payerTotal" BIGINT,
    "payerCurrency" TEXT,
    "record" BYTEA,
    "finalAt" TIMESTAMPTZ(3),
    "queries" INTEGER NOT NULL DEFAULT 0,
    "queriedAt" TIMESTAMPTZ(3),
    "queryResult" TEXT,
    "nextQueryAt" TIMESTAMPTZ(3),
    "releasedAt" TIMESTAMPTZ(3),
    "releasedProof" TEXT,
    "replacesId" UUID,
    "version" INTEGER NOT NULL DEFAULT 1,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updatedAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "Deduction_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "Deduction_total_positive" CHECK ("total" > 0)
);

ALTER TABLE "Deduction" ADD CONSTRAINT "Deduction_connectionId_fkey" FOREIGN KEY ("connectionId") REFERENCES "Connection"("id") ON DELETE RESTRICT ON UPDATE CASCADE;
ALTER TABLE "Deduction" ADD CONSTRAINT "Deduction_staffId_fkey" FOREIGN KEY ("staffId") REFERENCES "Staff"("id") ON DELETE RESTRICT ON UPDATE CASCADE;
ALTER TABLE "Deduction" ADD CONSTRAINT "Deduction_requestId_fkey" FOREIGN KEY ("requestId") REFERENCES "PlatformRequest"("id") ON DELETE SET NULL ON UPDATE CASCADE;
ALTER TABLE "Deduction" ADD CONSTRAINT "Deduction_replacesId_fkey" FOREIGN KEY ("replacesId") REFERENCES "Deduction"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- One order for each number and for each intent, and one successor for each order: the database has the last word.
CREATE UNIQUE INDEX "Deduction_connectionId_outTradeNo_key" ON "Deduction"("connectionId", "outTradeNo");
CREATE UNIQUE INDEX "Deduction_draftId_key" ON "Deduction"("draftId");
CREATE UNIQUE INDEX "Deduction_replacesId_key" ON "Deduction"("replacesId");
CREATE UNIQUE INDEX "Deduction_requestId_key" ON "Deduction"("requestId");

CREATE INDEX "Deduction_connectionId_createdAt_id_idx" ON "Deduction"("connectionId", "createdAt" DESC, "id" DESC);
CREATE INDEX "Deduction_connectionId_contractId_createdAt_id_idx" ON "Deduction"("connectionId", "contractId", "createdAt" DESC, "id" DESC);
CREATE INDEX "Deduction_connectionId_subMchid_createdAt_id_idx" ON "Deduction"("connectionId", "subMchid", "createdAt" DESC, "id" DESC);
CREATE INDEX "Deduction_connectionId_tradeState_createdAt_id_idx" ON "Deduction"("connectionId", "tradeState", "createdAt" DESC, "id" DESC);
CREATE INDEX "Deduction_connectionId_total_id_idx" ON "Deduction"("connectionId", "total", "id");
CREATE INDEX "Deduction_connectionId_transactionId_idx" ON "Deduction"("connectionId", "transactionId");
CREATE INDEX "Deduction_staffId_currency_reservedAt_idx" ON "Deduction"("staffId", "currency", "reservedAt");

-- What was sent and is not over is few among many.
CREATE INDEX "Deduction_open_idx" ON "Deduction"("connectionId", "nextQueryAt") WHERE "finalAt" IS NULL AND "sendings" > 0;

-- What a message is about.
ALTER TABLE "Notification" ADD COLUMN "outTradeNo" TEXT;
CREATE INDEX "Notification_connectionId_outTradeNo_idx" ON "Notification"("connectionId", "outTradeNo");
ALTER TABLE "Discrepancy" ADD COLUMN "outTradeNo" TEXT;
CREATE INDEX "Discrepancy_connectionId_outTradeNo_idx" ON "Discrepancy"("connectionId", "outTradeNo");
