-- AlterTable
ALTER TABLE "Application" ADD COLUMN     "nextReadAt" TIMESTAMPTZ(3),
ADD COLUMN     "version" INTEGER NOT NULL DEFAULT 1;

-- CreateTable
CREATE TABLE "Submission" (
    "id" UUID NOT NULL,
    "applicationId" UUID NOT NULL,
    "number" INTEGER NOT NULL,
    "how" TEXT NOT NULL,
    "requestId" UUID,
    "values" JSONB NOT NULL,
    "mediaIds" TEXT[],
    "submittedAt" TIMESTAMPTZ(3) NOT NULL,
    "staffId" UUID,
    "verdict" TEXT,
    "decidedAt" TIMESTAMPTZ(3),
    "rejectDetail" TEXT,
    "causes" TEXT[] DEFAULT ARRAY[]::TEXT[],

    CONSTRAINT "Submission_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "MediaFile" (
    "id" UUID NOT NULL,
    "connectionId" UUID NOT NULL,
    "staffId" UUID NOT NULL,
    "subMchid" TEXT,
    "kind" TEXT NOT NULL,
    "fileName" TEXT NOT NULL,
    "contentType" TEXT,
    "sizeBytes" INTEGER,
    "width" INTEGER,
    "height" INTEGER,
    "sha256" TEXT,
    "likeness" TEXT,
    "content" BYTEA,
    "state" TEXT NOT NULL,
    "mediaId" TEXT,
    "mediaIdHow" TEXT,
    "fault" JSONB,
    "uploadedAt" TIMESTAMPTZ(3),
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updatedAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "MediaFile_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "Ownership" (
    "connectionId" UUID NOT NULL,
    "objectKind" TEXT NOT NULL,
    "objectId" TEXT NOT NULL,
    "objectName" TEXT NOT NULL,
    "staffId" UUID,
    "nextDate" DATE,
    "note" TEXT NOT NULL DEFAULT '',
    "version" INTEGER NOT NULL DEFAULT 1,
    "since" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "Ownership_pkey" PRIMARY KEY ("connectionId","objectKind","objectId")
);

-- CreateTable
CREATE TABLE "PenaltyCase" (
    "id" UUID NOT NULL,
    "connectionId" UUID NOT NULL,
    "subMchid" TEXT NOT NULL,
    "platformWords" TEXT NOT NULL DEFAULT '',
    "contacts" BYTEA,
    "promisedOn" DATE,
    "since" TIMESTAMPTZ(3) NOT NULL,
    "openedAt" TIMESTAMPTZ(3) NOT NULL,
    "closedAt" TIMESTAMPTZ(3),
    "version" INTEGER NOT NULL DEFAULT 1,

    CONSTRAINT "PenaltyCase_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "PenaltyNote" (
    "id" UUID NOT NULL,
    "caseId" UUID NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL,
    "staffId" UUID NOT NULL,
    "text" TEXT NOT NULL,

    CONSTRAINT "PenaltyNote_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "ReviewExpectation" (
    "connectionId" UUID NOT NULL,
    "state" TEXT NOT NULL,
    "workingDays" INTEGER NOT NULL,
    "calendar" TEXT NOT NULL,
    "updatedAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "ReviewExpectation_pkey" PRIMARY KEY ("connectionId","state")
);

-- CreateIndex
CREATE UNIQUE INDEX "Submission_requestId_key" ON "Submission"("requestId");

-- CreateIndex
CREATE INDEX "Submission_mediaIds_idx" ON "Submission" USING GIN ("mediaIds");

-- CreateIndex
CREATE INDEX "Submission_causes_idx" ON "Submission" USING GIN ("causes");

-- CreateIndex
CREATE UNIQUE INDEX "Submission_applicationId_number_key" ON "Submission"("applicationId", "number");

-- CreateIndex
CREATE INDEX "MediaFile_connectionId_createdAt_id_idx" ON "MediaFile"("connectionId", "createdAt" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "MediaFile_connectionId_mediaId_idx" ON "MediaFile"("connectionId", "mediaId");

-- CreateIndex
CREATE INDEX "MediaFile_connectionId_sha256_idx" ON "MediaFile"("connectionId", "sha256");

-- CreateIndex
CREATE INDEX "MediaFile_connectionId_subMchid_createdAt_idx" ON "MediaFile"("connectionId", "subMchid", "createdAt" DESC);

-- CreateIndex
CREATE INDEX "Ownership_connectionId_staffId_nextDate_idx" ON "Ownership"("connectionId", "staffId", "nextDate");

-- CreateIndex
CREATE INDEX "PenaltyCase_connectionId_subMchid_openedAt_idx" ON "PenaltyCase"("connectionId", "subMchid", "openedAt" DESC);

-- CreateIndex
CREATE INDEX "PenaltyNote_caseId_at_idx" ON "PenaltyNote"("caseId", "at");

-- CreateIndex
CREATE INDEX "Application_connectionId_kind_state_stateSince_id_idx" ON "Application"("connectionId", "kind", "state", "stateSince", "id");

-- CreateIndex
CREATE INDEX "Application_nextReadAt_idx" ON "Application"("nextReadAt");

-- AddForeignKey
ALTER TABLE "Submission" ADD CONSTRAINT "Submission_applicationId_fkey" FOREIGN KEY ("applicationId") REFERENCES "Application"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Submission" ADD CONSTRAINT "Submission_staffId_fkey" FOREIGN KEY ("staffId") REFERENCES "Staff"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "MediaFile" ADD CONSTRAINT "MediaFile_connectionId_fkey" FOREIGN KEY ("connectionId") REFERENCES "Connection"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "MediaFile" ADD CONSTRAINT "MediaFile_staffId_fkey" FOREIGN KEY ("staffId") REFERENCES "Staff"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Ownership" ADD CONSTRAINT "Ownership_connectionId_fkey" FOREIGN KEY ("connectionId") REFERENCES "Connection"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Ownership" ADD CONSTRAINT "Ownership_staffId_fkey" FOREIGN KEY ("staffId") REFERENCES "Staff"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "PenaltyCase" ADD CONSTRAINT "PenaltyCase_connectionId_fkey" FOREIGN KEY ("connectionId") REFERENCES "Connection"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "PenaltyNote" ADD CONSTRAINT "PenaltyNote_caseId_fkey" FOREIGN KEY ("caseId") REFERENCES "PenaltyCase"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "PenaltyNote" ADD CONSTRAINT "PenaltyNote_staffId_fkey" FOREIGN KEY ("staffId") REFERENCES "Staff"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "ReviewExpectation" ADD CONSTRAINT "ReviewExpectation_connectionId_fkey" FOREIGN KEY ("connectionId") REFERENCES "Connection"("id") ON DELETE RESTRICT ON UPDATE CASCADE;


