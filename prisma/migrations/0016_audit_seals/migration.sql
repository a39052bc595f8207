-- CreateTable
CREATE TABLE "AuditSeal" (
    "number" INTEGER NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL,
    "previous" TEXT NOT NULL,
    "root" TEXT NOT NULL,
    "count" INTEGER NOT NULL,
    "lastId" BIGINT NOT NULL,
    "hash" TEXT NOT NULL,

    CONSTRAINT "AuditSeal_pkey" PRIMARY KEY ("number")
);

-- CreateTable
CREATE TABLE "AuditSealed" (
    "entryId" BIGINT NOT NULL,
    "number" INTEGER NOT NULL,

    CONSTRAINT "AuditSealed_pkey" PRIMARY KEY ("entryId")
);

-- CreateIndex
CREATE INDEX "AuditSeal_at_idx" ON "AuditSeal"("at" DESC);

-- CreateIndex
CREATE INDEX "AuditSealed_number_idx" ON "AuditSealed"("number");

-- AddForeignKey
ALTER TABLE "AuditSealed" ADD CONSTRAINT "AuditSealed_number_fkey" FOREIGN KEY ("number") REFERENCES "AuditSeal"("number") ON DELETE RESTRICT ON UPDATE CASCADE;

-- The chain only grows, like the trail that it is over.
CREATE TRIGGER audit_seal_only_grows BEFORE UPDATE OR DELETE ON "AuditSeal" FOR EACH ROW EXECUTE FUNCTION audit_only_grows();
CREATE TRIGGER audit_seal_is_not_emptied BEFORE TRUNCATE ON "AuditSeal" FOR EACH STATEMENT EXECUTE FUNCTION audit_only_grows();
CREATE TRIGGER audit_sealed_only_grows BEFORE UPDATE OR DELETE ON "AuditSealed" FOR EACH ROW EXECUTE FUNCTION audit_only_grows();
CREATE TRIGGER audit_sealed_is_not_emptied BEFORE TRUNCATE ON "AuditSealed" FOR EACH STATEMENT EXECUTE FUNCTION audit_only_grows();
