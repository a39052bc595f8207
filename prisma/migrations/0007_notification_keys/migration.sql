-- Which key opened a message is told by the key's fingerprint, which stays true when the settings change. Of an added key
-- the fingerprint is known. Rows that only say `current` or `previous` stay as they are: which key that was then, nobody
-- wrote down.
UPDATE "Notification" AS opened SET "openedBy" = held."fingerprint"
FROM "MessageKey" AS held
WHERE held."connectionId" = opened."connectionId" AND opened."openedBy" = held."id"::text;
