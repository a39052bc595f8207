-- AlterTable
ALTER TABLE "PlatformRequest" ADD COLUMN     "policyKeys" TEXT[] DEFAULT ARRAY[]::TEXT[];

-- What one person sent before this was asked under the row that lets one person send it.
UPDATE "PlatformRequest" SET "policyKeys" = ARRAY[CASE "operation" WHEN 'sub-merchant.modify' THEN 'sub-merchant.edit' ELSE "operation" END]
WHERE "approvalId" IS NULL AND "operation" IN ('sub-merchant.modify', 'application.modify', 'contract.terminate');
