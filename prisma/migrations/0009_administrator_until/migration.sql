
-- AlterTable
ALTER TABLE "Staff" ADD COLUMN     "administratorUntil" TIMESTAMPTZ(3);

-- Whoever was suspended as an administrator before this column was there.
UPDATE "Staff" SET "administratorUntil" = "disabledAt"
WHERE "disabledAt" IS NOT NULL AND "passwordHash" IS NOT NULL AND 'administrator' = ANY("roles");
