-- Approvals, the policy they follow, evidence, one-time links for staff, and when a session last proved its person.
-- AlterTable
ALTER TABLE "Staff" ADD COLUMN     "version" INTEGER NOT NULL DEFAULT 1,
ALTER COLUMN "passwordHash" DROP NOT NULL;

-- AlterTable
ALTER TABLE "PlatformRequest" ADD COLUMN     "approvalId" UUID;

-- CreateTable
CREATE TABLE "StaffLink" (
    "id" UUID NOT NULL,
    "staffId" UUID NOT NULL,
    "kind" TEXT NOT NULL,
    "tokenSha256" TEXT,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "issuedAt" TIMESTAMPTZ(3),
    "expiresAt" TIMESTAMPTZ(3) NOT NULL,
    "usedAt" TIMESTAMPTZ(3),
    "revokedAt" TIMESTAMPTZ(3),

    CONSTRAINT "StaffLink_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "StepUp" (
    "sessionId" UUID NOT NULL,
    "staffId" UUID NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "StepUp_pkey" PRIMARY KEY ("sessionId")
);

-- CreateTable
CREATE TABLE "PolicyRule" (
    "key" TEXT NOT NULL,
    "approvers" TEXT[],
    "people" INTEGER NOT NULL,
    "stepUp" TEXT NOT NULL,
    "expiryHours" INTEGER NOT NULL,
    "coolOffHours" INTEGER NOT NULL,
    "dailyCap" INTEGER,
    "version" INTEGER NOT NULL DEFAULT 1,
    "updatedAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "PolicyRule_pkey" PRIMARY KEY ("key")
);

-- CreateTable
CREATE TABLE "Approval" (
    "id" UUID NOT NULL,
    "connectionId" UUID,
    "deed" TEXT NOT NULL,
    "objectKind" TEXT NOT NULL,
    "objectId" TEXT NOT NULL,
    "objectName" TEXT NOT NULL,
    "policyKeys" TEXT[],
    "changes" JSONB NOT NULL,
    "maskedContent" JSONB NOT NULL,
    "content" BYTEA,
    "contentSha256" TEXT NOT NULL,
    "payload" BYTEA,
    "recordVersion" TEXT NOT NULL,
    "draftId" UUID,
    "draftVersion" INTEGER,
    "reason" TEXT NOT NULL,
    "callBack" BYTEA,
    "policy" JSONB NOT NULL,
    "seal" TEXT NOT NULL,
    "makers" TEXT[],
    "state" TEXT NOT NULL,
    "cause" TEXT,
    "intent" TEXT NOT NULL,
    "askedAt" TIMESTAMPTZ(3) NOT NULL,
    "expiresAt" TIMESTAMPTZ(3) NOT NULL,
    "remindedAt" TIMESTAMPTZ(3),
    "decidedAt" TIMESTAMPTZ(3),
    "notBefore" TIMESTAMPTZ(3),
    "carriedOutAt" TIMESTAMPTZ(3),
    "staffId" UUID NOT NULL,
    "replacesId" UUID,
    "replacesRequestId" UUID,

    CONSTRAINT "Approval_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "ApprovalDecision" (
    "id" UUID NOT NULL,
    "approvalId" UUID NOT NULL,
    "staffId" UUID NOT NULL,
    "verdict" TEXT NOT NULL,
    "onBehalfOf" TEXT,
    "remark" TEXT,
    "seal" TEXT NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "ApprovalDecision_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "Delegation" (
    "id" UUID NOT NULL,
    "fromId" UUID NOT NULL,
    "toId" UUID NOT NULL,
    "startsAt" TIMESTAMPTZ(3) NOT NULL,
    "endsAt" TIMESTAMPTZ(3) NOT NULL,
    "endedAt" TIMESTAMPTZ(3),
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "Delegation_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "Evidence" (
    "id" UUID NOT NULL,
    "connectionId" UUID NOT NULL,
    "staffId" UUID NOT NULL,
    "fileName" TEXT NOT NULL,
    "sizeBytes" INTEGER NOT NULL,
    "sha256" TEXT NOT NULL,
    "content" BYTEA,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "approvalId" UUID,

    CONSTRAINT "Evidence_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "StaffLink_tokenSha256_key" ON "StaffLink"("tokenSha256");

-- CreateIndex
CREATE INDEX "StaffLink_staffId_createdAt_idx" ON "StaffLink"("staffId", "createdAt" DESC);

-- CreateIndex
CREATE INDEX "StepUp_at_idx" ON "StepUp"("at");

-- CreateIndex
CREATE UNIQUE INDEX "Approval_intent_key" ON "Approval"("intent");

-- CreateIndex
CREATE INDEX "Approval_state_askedAt_id_idx" ON "Approval"("state", "askedAt", "id");

-- CreateIndex
CREATE INDEX "Approval_connectionId_askedAt_id_idx" ON "Approval"("connectionId", "askedAt" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "Approval_connectionId_objectKind_objectId_state_idx" ON "Approval"("connectionId", "objectKind", "objectId", "state");

-- CreateIndex
CREATE INDEX "Approval_makers_idx" ON "Approval" USING GIN ("makers");

-- CreateIndex
CREATE INDEX "ApprovalDecision_approvalId_at_idx" ON "ApprovalDecision"("approvalId", "at");

-- CreateIndex
CREATE INDEX "ApprovalDecision_staffId_at_idx" ON "ApprovalDecision"("staffId", "at" DESC);

-- CreateIndex
CREATE INDEX "Delegation_fromId_endsAt_idx" ON "Delegation"("fromId", "endsAt");

-- CreateIndex
CREATE INDEX "Delegation_toId_endsAt_idx" ON "Delegation"("toId", "endsAt");

-- CreateIndex
CREATE INDEX "Evidence_approvalId_idx" ON "Evidence"("approvalId");

-- CreateIndex
CREATE INDEX "Evidence_createdAt_idx" ON "Evidence"("createdAt");

-- CreateIndex
CREATE UNIQUE INDEX "PlatformRequest_approvalId_key" ON "PlatformRequest"("approvalId");

-- AddForeignKey
ALTER TABLE "StaffLink" ADD CONSTRAINT "StaffLink_staffId_fkey" FOREIGN KEY ("staffId") REFERENCES "Staff"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Approval" ADD CONSTRAINT "Approval_staffId_fkey" FOREIGN KEY ("staffId") REFERENCES "Staff"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Approval" ADD CONSTRAINT "Approval_connectionId_fkey" FOREIGN KEY ("connectionId") REFERENCES "Connection"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "ApprovalDecision" ADD CONSTRAINT "ApprovalDecision_approvalId_fkey" FOREIGN KEY ("approvalId") REFERENCES "Approval"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "ApprovalDecision" ADD CONSTRAINT "ApprovalDecision_staffId_fkey" FOREIGN KEY ("staffId") REFERENCES "Staff"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Delegation" ADD CONSTRAINT "Delegation_fromId_fkey" FOREIGN KEY ("fromId") REFERENCES "Staff"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Delegation" ADD CONSTRAINT "Delegation_toId_fkey" FOREIGN KEY ("toId") REFERENCES "Staff"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Evidence" ADD CONSTRAINT "Evidence_connectionId_fkey" FOREIGN KEY ("connectionId") REFERENCES "Connection"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Evidence" ADD CONSTRAINT "Evidence_staffId_fkey" FOREIGN KEY ("staffId") REFERENCES "Staff"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Evidence" ADD CONSTRAINT "Evidence_approvalId_fkey" FOREIGN KEY ("approvalId") REFERENCES "Approval"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "PlatformRequest" ADD CONSTRAINT "PlatformRequest_approvalId_fkey" FOREIGN KEY ("approvalId") REFERENCES "Approval"("id") ON DELETE SET NULL ON UPDATE CASCADE;


