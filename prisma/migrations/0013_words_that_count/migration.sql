-- AlterTable
ALTER TABLE "ApprovalDecision" ADD COLUMN     "ceased" TEXT;
