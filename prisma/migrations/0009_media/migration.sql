-- AlterTable
ALTER TABLE "MediaFile" ADD COLUMN     "leaseUntil" TIMESTAMPTZ(3),
ADD COLUMN     "originalName" TEXT NOT NULL DEFAULT '',
ADD COLUMN     "thumbnail" BYTEA,
ADD COLUMN     "tries" INTEGER NOT NULL DEFAULT 0;

-- Every media ID that a record of 4.1 names, so that an index finds who uses one.
CREATE FUNCTION media_ids(record JSONB) RETURNS TEXT[]
    LANGUAGE sql IMMUTABLE PARALLEL SAFE
    RETURN (
        SELECT COALESCE(array_agg(id), '{}')
        FROM (
            SELECT jsonb_array_elements_text(
                CASE WHEN jsonb_typeof(record -> 'business.store_photos') = 'array'
                    THEN record -> 'business.store_photos' ELSE '[]' END) AS id
            UNION ALL
            SELECT record ->> 'registration_certificate_copy'
        ) AS named
        WHERE id IS NOT NULL
    );

CREATE INDEX "SubMerchant_mediaIds_idx" ON "SubMerchant" USING GIN (media_ids("record"));

-- A likeness in eight pieces with their places: of two that differ in fewer than eight bits, one piece at least is the same.
CREATE FUNCTION likeness_pieces(likeness TEXT) RETURNS TEXT[]
    LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
    RETURN (
        SELECT array_agg(place || ':' || substr(likeness, place * 2 + 1, 2)) FROM generate_series(0, 7) AS place
    );

CREATE FUNCTION likeness_distance(one TEXT, other TEXT) RETURNS INTEGER
    LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
    RETURN bit_count(('x' || one)::BIT(64) # ('x' || other)::BIT(64))::INTEGER;

CREATE INDEX "MediaFile_likeness_idx" ON "MediaFile" USING GIN (likeness_pieces("likeness"));
