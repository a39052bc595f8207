-- Connections that are saved in Settings, beside those of the environment.
ALTER TABLE "Connection"
    ADD COLUMN "source" TEXT NOT NULL DEFAULT 'environment',
    ADD COLUMN "keysVersion" INTEGER NOT NULL DEFAULT 1,
    ADD COLUMN "switchedOffAt" TIMESTAMPTZ(3),
    ADD COLUMN "merchantCertificate" TEXT;

-- Their secrets, sealed, in a table of their own: whoever reads a connection reads none of them.
CREATE TABLE "ConnectionKeys" (
    "connectionId" UUID NOT NULL,
    "privateKey" BYTEA NOT NULL,
    "apiKey" BYTEA NOT NULL,
    "addedAt" TIMESTAMPTZ(3) NOT NULL,
    "addedBy" TEXT NOT NULL,
    CONSTRAINT "ConnectionKeys_pkey" PRIMARY KEY ("connectionId"),
    CONSTRAINT "ConnectionKeys_connectionId_fkey" FOREIGN KEY ("connectionId") REFERENCES "Connection"("id") ON DELETE RESTRICT ON UPDATE CASCADE
);
