-- The person's account at the issuer of OpenID Connect: its two names together, told by the issuer once the address fitted.
ALTER TABLE "Staff"
    ADD COLUMN "oidcIssuer" TEXT,
    ADD COLUMN "oidcSubject" TEXT,
    ADD COLUMN "oidcBoundAt" TIMESTAMPTZ(3),
    ADD CONSTRAINT "Staff_oidc_whole" CHECK (("oidcIssuer" IS NULL) = ("oidcSubject" IS NULL));

-- CreateIndex
CREATE UNIQUE INDEX "Staff_oidcIssuer_oidcSubject_key" ON "Staff"("oidcIssuer", "oidcSubject");

-- Whether the issuer told of a second factor that this console counts.
ALTER TABLE "StaffSession" ADD COLUMN "issuerFactor" BOOLEAN NOT NULL DEFAULT false;

-- CreateTable
CREATE TABLE "Emergency" (
    "id" UUID NOT NULL,
    "connectionId" UUID NOT NULL,
    "staffId" UUID NOT NULL,
    "reason" TEXT NOT NULL,
    "tried" TEXT NOT NULL,
    "beganAt" TIMESTAMPTZ(3) NOT NULL,
    "endsAt" TIMESTAMPTZ(3) NOT NULL,
    "endedAt" TIMESTAMPTZ(3),
    "endedCause" TEXT,
    "endedById" UUID,
    "deeds" INTEGER NOT NULL DEFAULT 0,
    "readById" UUID,
    "readAt" TIMESTAMPTZ(3),

    CONSTRAINT "Emergency_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "Emergency_connectionId_beganAt_idx" ON "Emergency"("connectionId", "beganAt" DESC);

-- One at a time under a connection.
CREATE UNIQUE INDEX "Emergency_open_key" ON "Emergency"("connectionId") WHERE "endedAt" IS NULL;

-- AddForeignKey
ALTER TABLE "Emergency" ADD CONSTRAINT "Emergency_connectionId_fkey" FOREIGN KEY ("connectionId") REFERENCES "Connection"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Emergency" ADD CONSTRAINT "Emergency_staffId_fkey" FOREIGN KEY ("staffId") REFERENCES "Staff"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Emergency" ADD CONSTRAINT "Emergency_endedById_fkey" FOREIGN KEY ("endedById") REFERENCES "Staff"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Emergency" ADD CONSTRAINT "Emergency_readById_fkey" FOREIGN KEY ("readById") REFERENCES "Staff"("id") ON DELETE SET NULL ON UPDATE CASCADE;
