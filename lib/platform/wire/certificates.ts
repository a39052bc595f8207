// ASSUMPTION: the list of platform certificates; the interface says "not shown".
import { z } from 'zod';

/** A value sealed with AES-256-GCM under the API key (section 5.2), as certificates and notifications carry it. */
const sealedResource = z.looseObject({
  algorithm: z.string(),
  ciphertext: z.string(),
  nonce: z.string(),
  associated_data: z.string().nullish(),
});

/** Answer of GET /v3/global/certificates. Times are RFC 3339; those of the list rule, not those inside the PEM. */
export const certificateListAnswer = z.looseObject({
  data: z.array(
    z.looseObject({
      serial_no: z.string().min(1).max(64),
      effective_time: z.string(),
      expire_time: z.string(),
      encrypt_certificate: sealedResource,
    }),
  ),
});
