-- What the last removal came to, beside what the last run came to.
ALTER TABLE "Retention" ADD COLUMN "removedAt" TIMESTAMPTZ(3), ADD COLUMN "removed" INTEGER NOT NULL DEFAULT 0;
UPDATE "Retention" SET "removedAt" = "ranAt", "removed" = "purged" WHERE "purged" > 0;

-- A batch is held with the objects of its rows. A period is no object: the purge compares moments with it.
CREATE OR REPLACE VIEW "HeldObject" AS
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
    WHERE h."liftedAt" IS NULL AND h."objectKind" = 'contract'
  UNION ALL
  SELECT b."connectionId", split_part(b."kind", '.', 1), r."objectId" FROM "LegalHold" h
    JOIN "Batch" b ON b."connectionId" = h."connectionId" AND b."id"::text = h."objectId"
    JOIN "BatchRow" r ON r."batchId" = b."id"
    WHERE h."liftedAt" IS NULL AND h."objectKind" = 'batch';
