
-- Certificates that were imported by hand stood there as files of the settings; the trail knows which.
UPDATE "PlatformCertificate" c SET "source" = 'import'
WHERE c."source" = 'file' AND EXISTS (
    SELECT 1 FROM "AuditEntry" a
    WHERE a."connectionId" = c."connectionId" AND a."action" = 'certificate.imported' AND a."objectId" = c."serial"
);
