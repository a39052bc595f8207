-- Contracts (2.3, 3.4). Their numbers compare by code point, whatever the database's own collation is.
CREATE TABLE "Contract" (
    "id" UUID NOT NULL,
    "connectionId" UUID NOT NULL,
    "contractId" TEXT COLLATE "C" NOT NULL,
    "subMchid" TEXT COLLATE "C" NOT NULL DEFAULT '',
    "appid" TEXT,
    "subAppid" TEXT,
    "planId" TEXT,
    "outContractCode" TEXT,
    "signedAt" TIMESTAMPTZ(3),
    "expiresAt" TIMESTAMPTZ(3),
    "state" TEXT NOT NULL,
    "stateHow" TEXT NOT NULL,
    "stateSince" TIMESTAMPTZ(3) NOT NULL,
    "stateAsOf" TIMESTAMPTZ(3) NOT NULL,
    "stateProof" TEXT,
    "endedBy" TEXT,
    "endedMode" TEXT,
    "endedAt" TIMESTAMPTZ(3),
    "endedNote" TEXT,
    "confirmedAt" TIMESTAMPTZ(3),
    "confirmedProof" TEXT,
    "notFoundAt" TIMESTAMPTZ(3),
    "notFoundProof" TEXT,
    "notFoundHow" TEXT,
    "source" TEXT NOT NULL,
    "version" INTEGER NOT NULL DEFAULT 1,
    "signedSort" TIMESTAMPTZ(3) NOT NULL
        GENERATED ALWAYS AS (COALESCE("signedAt", TIMESTAMPTZ '1970-01-01 00:00:00+00')) STORED,
    "endedSort" TIMESTAMPTZ(3) NOT NULL
        GENERATED ALWAYS AS (COALESCE("endedAt", TIMESTAMPTZ '1970-01-01 00:00:00+00')) STORED,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updatedAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "Contract_pkey" PRIMARY KEY ("id")
);

ALTER TABLE "Contract" ADD CONSTRAINT "Contract_connectionId_fkey" FOREIGN KEY ("connectionId") REFERENCES "Connection"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

CREATE UNIQUE INDEX "Contract_connectionId_contractId_key" ON "Contract"("connectionId", "contractId");
CREATE INDEX "Contract_connectionId_updatedAt_id_idx" ON "Contract"("connectionId", "updatedAt" DESC, "id" DESC);
CREATE INDEX "Contract_connectionId_state_updatedAt_id_idx" ON "Contract"("connectionId", "state", "updatedAt" DESC, "id" DESC);
CREATE INDEX "Contract_connectionId_subMchid_updatedAt_id_idx" ON "Contract"("connectionId", "subMchid", "updatedAt" DESC, "id" DESC);
CREATE INDEX "Contract_connectionId_signedSort_id_idx" ON "Contract"("connectionId", "signedSort", "id");
CREATE INDEX "Contract_connectionId_endedSort_id_idx" ON "Contract"("connectionId", "endedSort", "id");
CREATE INDEX "Contract_connectionId_planId_updatedAt_id_idx" ON "Contract"("connectionId", "planId", "updatedAt" DESC, "id" DESC);
CREATE INDEX "Contract_connectionId_outContractCode_idx" ON "Contract"("connectionId", "outContractCode");

-- People call a contract by how its number ends.
CREATE INDEX "Contract_tail_idx" ON "Contract"("connectionId", reverse("contractId") COLLATE "C");

-- What waits for somebody's answer is few among many.
CREATE INDEX "Contract_not_found_idx" ON "Contract"("connectionId", "notFoundAt" DESC, "id" DESC) WHERE "notFoundAt" IS NOT NULL;

-- What a message, or a difference in it, is about.
ALTER TABLE "Notification" ADD COLUMN "contractId" TEXT;
CREATE INDEX "Notification_connectionId_contractId_idx" ON "Notification"("connectionId", "contractId");
ALTER TABLE "Discrepancy" ADD COLUMN "contractId" TEXT;
CREATE INDEX "Discrepancy_connectionId_contractId_idx" ON "Discrepancy"("connectionId", "contractId");

-- Files hold rows of one kind or the other.
ALTER TABLE "ImportFile" ADD COLUMN "kind" TEXT NOT NULL DEFAULT 'sub-merchant';
