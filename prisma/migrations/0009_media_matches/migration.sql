-- CreateTable
CREATE TABLE "MediaMatch" (
    "pictureId" UUID NOT NULL,
    "otherId" UUID NOT NULL,
    "isSame" BOOLEAN NOT NULL,
    "distance" INTEGER,

    CONSTRAINT "MediaMatch_pkey" PRIMARY KEY ("pictureId","otherId")
);

-- CreateIndex
CREATE INDEX "MediaMatch_otherId_idx" ON "MediaMatch"("otherId");

-- AddForeignKey
ALTER TABLE "MediaMatch" ADD CONSTRAINT "MediaMatch_pictureId_fkey" FOREIGN KEY ("pictureId") REFERENCES "MediaFile"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "MediaMatch" ADD CONSTRAINT "MediaMatch_otherId_fkey" FOREIGN KEY ("otherId") REFERENCES "MediaFile"("id") ON DELETE CASCADE ON UPDATE CASCADE;
