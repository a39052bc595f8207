-- AlterTable
ALTER TABLE "SubMerchant" ADD COLUMN     "h5AskedAt" TIMESTAMPTZ(3),
ADD COLUMN     "h5AskedDomains" TEXT[] DEFAULT ARRAY[]::TEXT[],
ADD COLUMN     "limitGrade" TEXT,
ADD COLUMN     "limitGradeAsOf" TIMESTAMPTZ(3),
ADD COLUMN     "limitGradeHow" TEXT NOT NULL DEFAULT 'none';

-- CreateTable
CREATE TABLE "Application" (
    "id" UUID NOT NULL,
    "connectionId" UUID NOT NULL,
    "kind" TEXT NOT NULL,
    "applymentId" TEXT NOT NULL,
    "subMchid" TEXT NOT NULL,
    "applymentType" TEXT,
    "state" TEXT NOT NULL,
    "stateHow" TEXT NOT NULL,
    "stateSince" TIMESTAMPTZ(3) NOT NULL,
    "stateAsOf" TIMESTAMPTZ(3) NOT NULL,
    "stateProof" TEXT,
    "rejectDetail" TEXT,
    "limitType" TEXT,
    "websiteUrl" TEXT,
    "domains" TEXT[],
    "record" JSONB NOT NULL,
    "recordSha256" TEXT NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updatedAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "Application_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "Notification" (
    "id" UUID NOT NULL,
    "connectionId" UUID NOT NULL,
    "notificationId" TEXT NOT NULL,
    "state" TEXT NOT NULL,
    "cause" TEXT,
    "eventType" TEXT NOT NULL DEFAULT '',
    "resourceType" TEXT,
    "originalType" TEXT,
    "summary" TEXT,
    "createTime" TIMESTAMPTZ(3),
    "createTimeText" TEXT,
    "contentSha256" TEXT,
    "content" BYTEA,
    "body" BYTEA,
    "bodySha256" TEXT NOT NULL,
    "bodySize" INTEGER NOT NULL,
    "openedBy" TEXT,
    "serial" TEXT NOT NULL,
    "applicationKind" TEXT,
    "applymentId" TEXT,
    "subMchid" TEXT,
    "isUnclaimed" BOOLEAN NOT NULL DEFAULT false,
    "effects" JSONB NOT NULL DEFAULT '[]',
    "deliveries" INTEGER NOT NULL DEFAULT 1,
    "firstReceivedAt" TIMESTAMPTZ(3) NOT NULL,
    "lastReceivedAt" TIMESTAMPTZ(3) NOT NULL,
    "lastAnswer" INTEGER NOT NULL,
    "lastTookUs" INTEGER NOT NULL,
    "reprocessedAt" TIMESTAMPTZ(3),
    "parkedReason" TEXT,

    CONSTRAINT "Notification_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "NotificationDelivery" (
    "id" UUID NOT NULL,
    "notificationId" UUID NOT NULL,
    "number" INTEGER NOT NULL,
    "receivedAt" TIMESTAMPTZ(3) NOT NULL,
    "verdict" TEXT NOT NULL,
    "cause" TEXT,
    "answer" INTEGER NOT NULL,
    "tookUs" INTEGER NOT NULL,
    "steps" JSONB NOT NULL,
    "serial" TEXT NOT NULL,
    "signedAt" TIMESTAMPTZ(3) NOT NULL,
    "nonce" TEXT NOT NULL,
    "platformRequestId" TEXT,
    "bodySha256" TEXT NOT NULL,
    "body" BYTEA,
    "door" TEXT NOT NULL,

    CONSTRAINT "NotificationDelivery_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "Discrepancy" (
    "id" UUID NOT NULL,
    "connectionId" UUID NOT NULL,
    "cause" TEXT NOT NULL,
    "notificationId" UUID NOT NULL,
    "applicationKind" TEXT,
    "applymentId" TEXT,
    "subMchid" TEXT,
    "differences" JSONB NOT NULL,
    "content" BYTEA,
    "contentSha256" TEXT NOT NULL,
    "toldAsOf" TIMESTAMPTZ(3) NOT NULL,
    "openedAt" TIMESTAMPTZ(3) NOT NULL,
    "resolution" TEXT,
    "acceptedUntil" TIMESTAMPTZ(3),
    "resolvedAt" TIMESTAMPTZ(3),
    "resolvedBy" TEXT,
    "reason" TEXT,

    CONSTRAINT "Discrepancy_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "RefusedCount" (
    "connectionId" UUID NOT NULL,
    "hour" TIMESTAMPTZ(3) NOT NULL,
    "cause" TEXT NOT NULL,
    "count" INTEGER NOT NULL,

    CONSTRAINT "RefusedCount_pkey" PRIMARY KEY ("connectionId","hour","cause")
);

-- CreateTable
CREATE TABLE "RefusedSample" (
    "id" UUID NOT NULL,
    "connectionId" UUID NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL,
    "cause" TEXT NOT NULL,
    "headers" JSONB NOT NULL,
    "bodySize" INTEGER NOT NULL,
    "bodySha256" TEXT,
    "ip" TEXT,
    "door" TEXT NOT NULL,

    CONSTRAINT "RefusedSample_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "MessageKey" (
    "id" UUID NOT NULL,
    "connectionId" UUID NOT NULL,
    "sealed" BYTEA NOT NULL,
    "fingerprint" TEXT NOT NULL,
    "note" TEXT NOT NULL DEFAULT '',
    "addedAt" TIMESTAMPTZ(3) NOT NULL,
    "addedBy" TEXT NOT NULL,
    "endsAt" TIMESTAMPTZ(3),
    "removedAt" TIMESTAMPTZ(3),
    "lastUsedAt" TIMESTAMPTZ(3),

    CONSTRAINT "MessageKey_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "EndpointTest" (
    "id" UUID NOT NULL,
    "connectionId" UUID NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL,
    "how" TEXT NOT NULL,
    "url" TEXT NOT NULL,
    "result" TEXT NOT NULL,
    "checks" JSONB NOT NULL,
    "tookMs" INTEGER,
    "arrivedAt" TIMESTAMPTZ(3),

    CONSTRAINT "EndpointTest_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "Application_connectionId_subMchid_stateAsOf_idx" ON "Application"("connectionId", "subMchid", "stateAsOf" DESC);

-- CreateIndex
CREATE UNIQUE INDEX "Application_connectionId_kind_applymentId_key" ON "Application"("connectionId", "kind", "applymentId");

-- CreateIndex
CREATE INDEX "Notification_connectionId_firstReceivedAt_id_idx" ON "Notification"("connectionId", "firstReceivedAt" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "Notification_connectionId_state_firstReceivedAt_id_idx" ON "Notification"("connectionId", "state", "firstReceivedAt" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "Notification_connectionId_subMchid_firstReceivedAt_idx" ON "Notification"("connectionId", "subMchid", "firstReceivedAt" DESC);

-- CreateIndex
CREATE INDEX "Notification_connectionId_applymentId_idx" ON "Notification"("connectionId", "applymentId");

-- CreateIndex
CREATE UNIQUE INDEX "Notification_connectionId_notificationId_key" ON "Notification"("connectionId", "notificationId");

-- CreateIndex
CREATE INDEX "NotificationDelivery_notificationId_number_idx" ON "NotificationDelivery"("notificationId", "number");

-- CreateIndex
CREATE INDEX "NotificationDelivery_receivedAt_idx" ON "NotificationDelivery"("receivedAt");

-- CreateIndex
CREATE INDEX "Discrepancy_connectionId_resolvedAt_openedAt_id_idx" ON "Discrepancy"("connectionId", "resolvedAt", "openedAt" DESC, "id" DESC);

-- CreateIndex
CREATE UNIQUE INDEX "Discrepancy_notificationId_cause_contentSha256_key" ON "Discrepancy"("notificationId", "cause", "contentSha256");

-- CreateIndex
CREATE INDEX "RefusedSample_connectionId_at_idx" ON "RefusedSample"("connectionId", "at" DESC);

-- CreateIndex
CREATE UNIQUE INDEX "MessageKey_connectionId_fingerprint_key" ON "MessageKey"("connectionId", "fingerprint");

-- CreateIndex
CREATE INDEX "EndpointTest_connectionId_at_idx" ON "EndpointTest"("connectionId", "at" DESC);

-- AddForeignKey
ALTER TABLE "Application" ADD CONSTRAINT "Application_connectionId_fkey" FOREIGN KEY ("connectionId") REFERENCES "Connection"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Notification" ADD CONSTRAINT "Notification_connectionId_fkey" FOREIGN KEY ("connectionId") REFERENCES "Connection"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "NotificationDelivery" ADD CONSTRAINT "NotificationDelivery_notificationId_fkey" FOREIGN KEY ("notificationId") REFERENCES "Notification"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Discrepancy" ADD CONSTRAINT "Discrepancy_connectionId_fkey" FOREIGN KEY ("connectionId") REFERENCES "Connection"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Discrepancy" ADD CONSTRAINT "Discrepancy_notificationId_fkey" FOREIGN KEY ("notificationId") REFERENCES "Notification"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "RefusedCount" ADD CONSTRAINT "RefusedCount_connectionId_fkey" FOREIGN KEY ("connectionId") REFERENCES "Connection"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "RefusedSample" ADD CONSTRAINT "RefusedSample_connectionId_fkey" FOREIGN KEY ("connectionId") REFERENCES "Connection"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "MessageKey" ADD CONSTRAINT "MessageKey_connectionId_fkey" FOREIGN KEY ("connectionId") REFERENCES "Connection"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "EndpointTest" ADD CONSTRAINT "EndpointTest_connectionId_fkey" FOREIGN KEY ("connectionId") REFERENCES "Connection"("id") ON DELETE RESTRICT ON UPDATE CASCADE;


