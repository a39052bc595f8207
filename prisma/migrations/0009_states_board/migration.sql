-- The states board: whose application has no number yet is looked for among those that asked, wait or were rejected, in the
-- order in which the board stands; and grades that few have.
CREATE INDEX "SubMerchant_number_idx" ON "SubMerchant"("connectionId", "h5StateSince", "id") WHERE ("h5AskedAt" IS NOT NULL OR "h5State" IN ('UNDER_REVIEW', 'REJECTED'));
CREATE INDEX "SubMerchant_grade_idx" ON "SubMerchant"("connectionId", "limitGrade", "h5StateSince", "id") WHERE "limitGrade" IS NOT NULL;
