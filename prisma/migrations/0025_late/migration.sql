-- When a person said that a call which had waited too long shall leave after all.
ALTER TABLE "PlatformRequest" ADD COLUMN "confirmedAt" TIMESTAMPTZ(3);
