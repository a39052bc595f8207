-- What two administrators agreed on for charges of a currency; where no row is, the default of lib/deductions/rules holds.
CREATE TABLE "ChargeLimit" (
  "currency" TEXT NOT NULL,
  "above" BIGINT NOT NULL CHECK ("above" > 0),
  "daily" BIGINT NOT NULL CHECK ("daily" > 0),
  "version" INTEGER NOT NULL DEFAULT 1,
  "updatedAt" TIMESTAMPTZ(3) NOT NULL,
  CONSTRAINT "ChargeLimit_pkey" PRIMARY KEY ("currency")
);
