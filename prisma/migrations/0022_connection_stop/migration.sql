-- Stop all sending: by whom, since when and why. Null: requests go out.
ALTER TABLE "Connection"
    ADD COLUMN "stoppedAt" TIMESTAMPTZ(3),
    ADD COLUMN "stoppedBy" TEXT,
    ADD COLUMN "stopReason" TEXT;
