-- Identifiers and the text that is searched compare by code point, whatever the database's own collation is: an index
-- then answers "begins with", and lists sort the same everywhere.
ALTER TABLE "SubMerchant"
    ALTER COLUMN "subMchid" TYPE TEXT COLLATE "C",
    ALTER COLUMN "searchText" TYPE TEXT COLLATE "C";

-- Sorting by the last accepted change needs a value where there was none: the epoch.
ALTER TABLE "SubMerchant"
    ADD COLUMN "acceptedSort" TIMESTAMPTZ(3) NOT NULL
    GENERATED ALWAYS AS (COALESCE("lastAcceptedAt", TIMESTAMPTZ '1970-01-01 00:00:00+00')) STORED;

-- Common words are found in the order of an index, rare ones through their letters; this is what tells them apart.
ALTER TABLE "SubMerchant" ALTER COLUMN "searchText" SET STATISTICS 1000;

-- Every character and every pair of neighbours within a word. Splitting into characters asks for the encoding only, so
-- that two Chinese characters are found in a database whose LC_CTYPE is C, where pg_trgm does not see them.
CREATE FUNCTION search_grams(texts TEXT[]) RETURNS TEXT[]
    LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
    RETURN (
        SELECT COALESCE(
            array_agg(one) FILTER (WHERE one <> ' ') || array_agg(one || next) FILTER (WHERE one <> ' ' AND next <> ' '),
            '{}'
        )
        FROM (SELECT string_to_array(translate(array_to_string(texts, ' '), E'\n', ' '), NULL) AS letters OFFSET 0) AS word,
            LATERAL unnest(letters, letters[2:]) AS pair(one, next)
    );

-- DropIndex
DROP INDEX "SubMerchant_connectionId_name_id_idx";

-- Expressions and conditions are not in schema.prisma; `prisma migrate` leaves such indexes alone.
CREATE INDEX "SubMerchant_searchText_grams_idx" ON "SubMerchant" USING GIN (search_grams(ARRAY["searchText"]));
CREATE INDEX "SubMerchant_domains_grams_idx" ON "SubMerchant" USING GIN (search_grams("domains"));
CREATE INDEX "SubMerchant_incomplete_idx" ON "SubMerchant"("connectionId", "updatedAt" DESC, "id" DESC) WHERE "missingCount" > 0;

-- CreateIndex
CREATE INDEX "SubMerchant_connectionId_searchText_id_idx" ON "SubMerchant"("connectionId", "searchText", "id");

-- CreateIndex
CREATE INDEX "SubMerchant_connectionId_h5StateSince_id_idx" ON "SubMerchant"("connectionId", "h5StateSince", "id");

-- CreateIndex
CREATE INDEX "SubMerchant_connectionId_acceptedSort_id_idx" ON "SubMerchant"("connectionId", "acceptedSort", "id");

-- CreateIndex
CREATE INDEX "SubMerchant_connectionId_countryCode_updatedAt_id_idx" ON "SubMerchant"("connectionId", "countryCode", "updatedAt" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "SubMerchant_connectionId_mcc_updatedAt_id_idx" ON "SubMerchant"("connectionId", "mcc", "updatedAt" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "SubMerchant_connectionId_channelId_updatedAt_id_idx" ON "SubMerchant"("connectionId", "channelId", "updatedAt" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "SubMerchant_connectionId_source_updatedAt_id_idx" ON "SubMerchant"("connectionId", "source", "updatedAt" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "SubMerchant_missing_idx" ON "SubMerchant" USING GIN ("missing");
