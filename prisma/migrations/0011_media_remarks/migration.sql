-- AlterTable
ALTER TABLE "MediaFile" ADD COLUMN     "remarks" TEXT[] DEFAULT ARRAY[]::TEXT[];
