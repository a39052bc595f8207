-- AlterTable
ALTER TABLE "ImportFile" ADD COLUMN "contentSha256" TEXT;
