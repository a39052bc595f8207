-- CreateTable
CREATE TABLE "Retention" (
    "kind" TEXT NOT NULL,
    "days" INTEGER,
    "version" INTEGER NOT NULL DEFAULT 1,
    "ranAt" TIMESTAMPTZ(3),
    "purged" INTEGER NOT NULL DEFAULT 0,
    "held" INTEGER NOT NULL DEFAULT 0,

    CONSTRAINT "Retention_pkey" PRIMARY KEY ("kind")
);

-- CreateTable
CREATE TABLE "LegalHold" (
    "id" UUID NOT NULL,
    "connectionId" UUID NOT NULL,
    "objectKind" TEXT NOT NULL,
    "objectId" TEXT NOT NULL,
    "reason" TEXT NOT NULL,
    "placedBy" TEXT NOT NULL,
    "placedAt" TIMESTAMPTZ(3) NOT NULL,
    "liftedAt" TIMESTAMPTZ(3),

    CONSTRAINT "LegalHold_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "LegalHold_connectionId_objectKind_objectId_idx" ON "LegalHold"("connectionId", "objectKind", "objectId");

-- AddForeignKey
ALTER TABLE "LegalHold" ADD CONSTRAINT "LegalHold_connectionId_fkey" FOREIGN KEY ("connectionId") REFERENCES "Connection"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- One hold at a time on one object.
CREATE UNIQUE INDEX "LegalHold_open_key" ON "LegalHold"("connectionId", "objectKind", "objectId") WHERE "liftedAt" IS NULL;

-- What is held: the objects themselves, and whatever belongs to a held sub-merchant or contract.
CREATE VIEW "HeldObject" AS
  SELECT h."connectionId", h."objectKind", h."objectId" FROM "LegalHold" h WHERE h."liftedAt" IS NULL
  UNION ALL
  SELECT a."connectionId", 'application', a."applymentId" FROM "LegalHold" h
    JOIN "Application" a ON a."connectionId" = h."connectionId" AND a."subMchid" = h."objectId"
    WHERE h."liftedAt" IS NULL AND h."objectKind" = 'sub-merchant'
  UNION ALL
  SELECT c."connectionId", 'contract', c."contractId" FROM "LegalHold" h
    JOIN "Contract" c ON c."connectionId" = h."connectionId" AND c."subMchid" = h."objectId"
    WHERE h."liftedAt" IS NULL AND h."objectKind" = 'sub-merchant'
  UNION ALL
  SELECT d."connectionId", 'deduction', d."outTradeNo" FROM "LegalHold" h
    JOIN "Deduction" d ON d."connectionId" = h."connectionId" AND d."subMchid" = h."objectId"
    WHERE h."liftedAt" IS NULL AND h."objectKind" = 'sub-merchant'
  UNION ALL
  SELECT d."connectionId", 'deduction', d."outTradeNo" FROM "LegalHold" h
    JOIN "Deduction" d ON d."connectionId" = h."connectionId" AND d."contractId" = h."objectId"
    WHERE h."liftedAt" IS NULL AND h."objectKind" = 'contract';
