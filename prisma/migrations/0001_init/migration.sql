-- CreateSchema
CREATE SCHEMA IF NOT EXISTS "public";

-- CreateTable
CREATE TABLE "Connection" (
    "id" UUID NOT NULL,
    "slug" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "mode" TEXT NOT NULL,
    "environment" TEXT NOT NULL,
    "dialect" TEXT NOT NULL,
    "baseUrl" TEXT NOT NULL,
    "mchid" TEXT NOT NULL,
    "appid" TEXT NOT NULL,
    "merchantSerial" TEXT NOT NULL,
    "readsEnabled" BOOLEAN NOT NULL,
    "timeoutMs" INTEGER NOT NULL,
    "pausedUntil" TIMESTAMPTZ(3),
    "pauseReason" TEXT,
    "alertedAt" TIMESTAMPTZ(3),
    "certificatesCheckedAt" TIMESTAMPTZ(3),
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "Connection_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "PlatformCertificate" (
    "connectionId" UUID NOT NULL,
    "serial" TEXT NOT NULL,
    "pem" TEXT NOT NULL,
    "effectiveTime" TIMESTAMPTZ(3) NOT NULL,
    "expireTime" TIMESTAMPTZ(3) NOT NULL,
    "source" TEXT NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "PlatformCertificate_pkey" PRIMARY KEY ("connectionId","serial")
);

-- CreateTable
CREATE TABLE "Staff" (
    "id" UUID NOT NULL,
    "email" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "passwordHash" TEXT NOT NULL,
    "roles" TEXT[],
    "locale" TEXT,
    "timeZone" TEXT NOT NULL DEFAULT 'Asia/Hong_Kong',
    "tokenVersion" INTEGER NOT NULL DEFAULT 1,
    "demo" BOOLEAN NOT NULL DEFAULT false,
    "disabledAt" TIMESTAMPTZ(3),
    "lastSeenAt" TIMESTAMPTZ(3),
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "Staff_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "SignInAttempt" (
    "key" TEXT NOT NULL,
    "count" INTEGER NOT NULL,
    "expires" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "SignInAttempt_pkey" PRIMARY KEY ("key")
);

-- CreateTable
CREATE TABLE "SubMerchant" (
    "id" UUID NOT NULL,
    "connectionId" UUID NOT NULL,
    "subMchid" TEXT NOT NULL,
    "version" INTEGER NOT NULL DEFAULT 1,
    "record" JSONB NOT NULL,
    "personal" BYTEA NOT NULL,
    "masked" JSONB NOT NULL,
    "name" TEXT NOT NULL DEFAULT '',
    "shortname" TEXT NOT NULL DEFAULT '',
    "searchText" TEXT NOT NULL DEFAULT '',
    "merchantType" TEXT,
    "countryCode" TEXT,
    "businessType" TEXT,
    "mcc" TEXT,
    "businessCategory" INTEGER,
    "channelId" TEXT,
    "registrationEnds" DATE NOT NULL DEFAULT '9999-12-30'::date,
    "missing" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "requiredCount" INTEGER NOT NULL DEFAULT 15,
    "missingCount" INTEGER NOT NULL DEFAULT 0,
    "h5State" TEXT NOT NULL DEFAULT 'UNKNOWN',
    "h5StateHow" TEXT NOT NULL DEFAULT 'none',
    "h5StateSince" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "h5StateAsOf" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "h5StateProof" TEXT,
    "h5RejectDetail" TEXT,
    "domains" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "domainsHow" TEXT NOT NULL DEFAULT 'none',
    "domainsAsOf" TIMESTAMPTZ(3),
    "websiteUrl" TEXT,
    "platformStatus" TEXT,
    "source" TEXT NOT NULL,
    "recordAsOf" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "lastAcceptedAt" TIMESTAMPTZ(3),
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updatedAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "SubMerchant_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "ObjectLock" (
    "connectionId" UUID NOT NULL,
    "objectKind" TEXT NOT NULL,
    "objectId" TEXT NOT NULL,
    "requestId" UUID NOT NULL,
    "since" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "ObjectLock_pkey" PRIMARY KEY ("connectionId","objectKind","objectId")
);

-- CreateTable
CREATE TABLE "PlatformRequest" (
    "id" UUID NOT NULL,
    "connectionId" UUID NOT NULL,
    "operation" TEXT NOT NULL,
    "objectKind" TEXT NOT NULL,
    "objectId" TEXT NOT NULL,
    "objectName" TEXT NOT NULL,
    "idempotencyKey" TEXT NOT NULL,
    "intent" TEXT NOT NULL,
    "inputSha256" TEXT NOT NULL,
    "askedForH5" BOOLEAN NOT NULL DEFAULT false,
    "method" TEXT NOT NULL,
    "path" TEXT NOT NULL,
    "bytes" BYTEA,
    "bytesSha256" TEXT NOT NULL,
    "bytesSize" INTEGER NOT NULL,
    "maskedBody" JSONB NOT NULL,
    "changes" JSONB NOT NULL,
    "payload" BYTEA,
    "platformSerial" TEXT,
    "outcome" TEXT NOT NULL,
    "wasUnknown" BOOLEAN NOT NULL DEFAULT false,
    "settledHow" TEXT,
    "tries" INTEGER NOT NULL DEFAULT 0,
    "leaseUntil" TIMESTAMPTZ(3),
    "nextTryAt" TIMESTAMPTZ(3),
    "meaning" TEXT,
    "httpStatus" INTEGER,
    "errorCode" TEXT,
    "errorMessage" TEXT,
    "errorPath" TEXT,
    "needsPersonSince" TIMESTAMPTZ(3),
    "result" JSONB,
    "notes" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "reference" TEXT NOT NULL,
    "openedAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "settledAt" TIMESTAMPTZ(3),
    "updatedAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "staffId" UUID NOT NULL,

    CONSTRAINT "PlatformRequest_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "RequestTry" (
    "requestId" UUID NOT NULL,
    "number" INTEGER NOT NULL,
    "startedAt" TIMESTAMPTZ(3) NOT NULL,
    "endedAt" TIMESTAMPTZ(3),
    "bytesSha256" TEXT NOT NULL,
    "platformSerial" TEXT,
    "httpStatus" INTEGER,
    "signature" TEXT,
    "noAnswer" TEXT,
    "platformRequestId" TEXT,
    "code" TEXT,
    "message" TEXT,
    "outcome" TEXT,
    "meaning" TEXT,
    "answer" BYTEA,

    CONSTRAINT "RequestTry_pkey" PRIMARY KEY ("requestId","number")
);

-- CreateTable
CREATE TABLE "Draft" (
    "id" UUID NOT NULL,
    "connectionId" UUID NOT NULL,
    "kind" TEXT NOT NULL,
    "objectId" TEXT NOT NULL,
    "staffId" UUID NOT NULL,
    "baseVersion" INTEGER NOT NULL,
    "version" INTEGER NOT NULL DEFAULT 1,
    "content" BYTEA NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updatedAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "Draft_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "AuditEntry" (
    "id" BIGSERIAL NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "connectionId" UUID,
    "actorKind" TEXT NOT NULL,
    "actorId" TEXT,
    "actorName" TEXT NOT NULL,
    "actorRoles" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "ip" TEXT,
    "action" TEXT NOT NULL,
    "objectKind" TEXT NOT NULL,
    "objectId" TEXT NOT NULL,
    "objectName" TEXT NOT NULL DEFAULT '',
    "requestId" UUID,
    "outcome" TEXT,
    "reason" TEXT,
    "reference" TEXT,
    "data" JSONB NOT NULL,
    "hash" TEXT NOT NULL,

    CONSTRAINT "AuditEntry_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "ImportFile" (
    "id" UUID NOT NULL,
    "connectionId" UUID NOT NULL,
    "staffId" UUID NOT NULL,
    "fileName" TEXT NOT NULL,
    "sizeBytes" INTEGER NOT NULL,
    "rowCount" INTEGER NOT NULL,
    "state" TEXT NOT NULL,
    "content" BYTEA,
    "report" BYTEA,
    "counts" JSONB NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "appliedAt" TIMESTAMPTZ(3),

    CONSTRAINT "ImportFile_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "DomainRefusal" (
    "connectionId" UUID NOT NULL,
    "domain" TEXT NOT NULL,
    "subMchid" TEXT NOT NULL,
    "requestId" UUID NOT NULL,
    "refusedAt" TIMESTAMPTZ(3) NOT NULL,
    "message" TEXT NOT NULL,

    CONSTRAINT "DomainRefusal_pkey" PRIMARY KEY ("connectionId","domain","subMchid")
);

-- CreateIndex
CREATE UNIQUE INDEX "Connection_slug_key" ON "Connection"("slug");

-- CreateIndex
CREATE UNIQUE INDEX "Staff_email_key" ON "Staff"("email");

-- CreateIndex
CREATE INDEX "SubMerchant_connectionId_updatedAt_id_idx" ON "SubMerchant"("connectionId", "updatedAt" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "SubMerchant_connectionId_name_id_idx" ON "SubMerchant"("connectionId", "name", "id");

-- CreateIndex
CREATE INDEX "SubMerchant_connectionId_h5State_updatedAt_id_idx" ON "SubMerchant"("connectionId", "h5State", "updatedAt" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "SubMerchant_connectionId_h5State_h5StateSince_id_idx" ON "SubMerchant"("connectionId", "h5State", "h5StateSince", "id");

-- CreateIndex
CREATE INDEX "SubMerchant_connectionId_registrationEnds_id_idx" ON "SubMerchant"("connectionId", "registrationEnds", "id");

-- CreateIndex
CREATE INDEX "SubMerchant_domains_idx" ON "SubMerchant" USING GIN ("domains");

-- CreateIndex
CREATE UNIQUE INDEX "SubMerchant_connectionId_subMchid_key" ON "SubMerchant"("connectionId", "subMchid");

-- CreateIndex
CREATE INDEX "ObjectLock_requestId_idx" ON "ObjectLock"("requestId");

-- CreateIndex
CREATE UNIQUE INDEX "PlatformRequest_idempotencyKey_key" ON "PlatformRequest"("idempotencyKey");

-- CreateIndex
CREATE UNIQUE INDEX "PlatformRequest_intent_key" ON "PlatformRequest"("intent");

-- CreateIndex
CREATE UNIQUE INDEX "PlatformRequest_reference_key" ON "PlatformRequest"("reference");

-- CreateIndex
CREATE INDEX "PlatformRequest_connectionId_openedAt_id_idx" ON "PlatformRequest"("connectionId", "openedAt" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "PlatformRequest_connectionId_outcome_openedAt_id_idx" ON "PlatformRequest"("connectionId", "outcome", "openedAt" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "PlatformRequest_connectionId_objectKind_objectId_openedAt_idx" ON "PlatformRequest"("connectionId", "objectKind", "objectId", "openedAt" DESC);

-- CreateIndex
CREATE INDEX "PlatformRequest_outcome_nextTryAt_idx" ON "PlatformRequest"("outcome", "nextTryAt");

-- CreateIndex
CREATE INDEX "PlatformRequest_outcome_leaseUntil_idx" ON "PlatformRequest"("outcome", "leaseUntil");

-- CreateIndex
CREATE UNIQUE INDEX "Draft_connectionId_kind_objectId_staffId_key" ON "Draft"("connectionId", "kind", "objectId", "staffId");

-- CreateIndex
CREATE INDEX "AuditEntry_connectionId_at_id_idx" ON "AuditEntry"("connectionId", "at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "AuditEntry_connectionId_objectKind_objectId_id_idx" ON "AuditEntry"("connectionId", "objectKind", "objectId", "id" DESC);

-- CreateIndex
CREATE INDEX "AuditEntry_actorId_id_idx" ON "AuditEntry"("actorId", "id" DESC);

-- CreateIndex
CREATE INDEX "AuditEntry_action_id_idx" ON "AuditEntry"("action", "id" DESC);

-- CreateIndex
CREATE INDEX "AuditEntry_requestId_idx" ON "AuditEntry"("requestId");

-- CreateIndex
CREATE INDEX "ImportFile_connectionId_createdAt_idx" ON "ImportFile"("connectionId", "createdAt" DESC);

-- AddForeignKey
ALTER TABLE "PlatformCertificate" ADD CONSTRAINT "PlatformCertificate_connectionId_fkey" FOREIGN KEY ("connectionId") REFERENCES "Connection"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "SubMerchant" ADD CONSTRAINT "SubMerchant_connectionId_fkey" FOREIGN KEY ("connectionId") REFERENCES "Connection"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "ObjectLock" ADD CONSTRAINT "ObjectLock_connectionId_fkey" FOREIGN KEY ("connectionId") REFERENCES "Connection"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "ObjectLock" ADD CONSTRAINT "ObjectLock_requestId_fkey" FOREIGN KEY ("requestId") REFERENCES "PlatformRequest"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "PlatformRequest" ADD CONSTRAINT "PlatformRequest_staffId_fkey" FOREIGN KEY ("staffId") REFERENCES "Staff"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "PlatformRequest" ADD CONSTRAINT "PlatformRequest_connectionId_fkey" FOREIGN KEY ("connectionId") REFERENCES "Connection"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "RequestTry" ADD CONSTRAINT "RequestTry_requestId_fkey" FOREIGN KEY ("requestId") REFERENCES "PlatformRequest"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Draft" ADD CONSTRAINT "Draft_connectionId_fkey" FOREIGN KEY ("connectionId") REFERENCES "Connection"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Draft" ADD CONSTRAINT "Draft_staffId_fkey" FOREIGN KEY ("staffId") REFERENCES "Staff"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "AuditEntry" ADD CONSTRAINT "AuditEntry_connectionId_fkey" FOREIGN KEY ("connectionId") REFERENCES "Connection"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "ImportFile" ADD CONSTRAINT "ImportFile_connectionId_fkey" FOREIGN KEY ("connectionId") REFERENCES "Connection"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "ImportFile" ADD CONSTRAINT "ImportFile_staffId_fkey" FOREIGN KEY ("staffId") REFERENCES "Staff"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "DomainRefusal" ADD CONSTRAINT "DomainRefusal_connectionId_fkey" FOREIGN KEY ("connectionId") REFERENCES "Connection"("id") ON DELETE RESTRICT ON UPDATE CASCADE;



-- The audit trail only grows: whoever holds the connection string can add to it and read it, and nothing else.
CREATE FUNCTION audit_only_grows() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'audit entries are never changed or removed' USING ERRCODE = 'insufficient_privilege';
END $$;
CREATE TRIGGER audit_only_grows BEFORE UPDATE OR DELETE ON "AuditEntry" FOR EACH ROW EXECUTE FUNCTION audit_only_grows();
CREATE TRIGGER audit_is_not_emptied BEFORE TRUNCATE ON "AuditEntry" FOR EACH STATEMENT EXECUTE FUNCTION audit_only_grows();
