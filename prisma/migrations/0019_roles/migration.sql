-- AlterTable
ALTER TABLE "Staff" ADD COLUMN     "isLimited" BOOLEAN NOT NULL DEFAULT false,
ADD COLUMN     "limitedTo" UUID[] DEFAULT ARRAY[]::UUID[];

-- Who looks after all connections is limited to none, and who is not limited has no list that could be taken for one.
ALTER TABLE "Staff" ADD CONSTRAINT "Staff_limit_check"
CHECK (CASE WHEN "isLimited" THEN NOT 'administrator' = ANY("roles") ELSE cardinality("limitedTo") = 0 END);

-- CreateTable
CREATE TABLE "OwnRole" (
    "key" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "description" TEXT NOT NULL DEFAULT '',
    "permissions" TEXT[],
    "revision" UUID NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updatedAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "OwnRole_pkey" PRIMARY KEY ("key")
);
