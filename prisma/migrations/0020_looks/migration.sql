-- Looks at personal values of one person since a moment: counted before each, and told to auditors by day.
CREATE INDEX "AuditEntry_looks_idx" ON "AuditEntry" ("at" DESC, "actorId") WHERE "action" = 'personal.shown';
