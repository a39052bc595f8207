import { z } from 'zod';
import type { PictureKind } from '@/lib/media/rules';
import type { KeptPicture, PictureView } from '@/lib/media/view';
import { keptPicture, pictureView } from '@/lib/media/view';
import { paths } from '@/lib/paths';

/** Why something about a picture was not done; `rule` has words in `pictureTools.rules`. */
export type PictureProblem = { rule: string; params: Record<string, string | number> };

const values = z.record(z.string(), z.union([z.string(), z.number()])).optional();
const refusal = z.object({
  kind: z.string(),
  rule: z.string().optional(),
  params: values,
  issues: z.array(z.object({ rule: z.string(), params: values })).optional(),
});

/** What a refusal of a route or an action says, as one problem. */
export function problemOf(body: unknown): PictureProblem {
  const told = refusal.safeParse(body).data;
  const issue = told?.issues?.[0];
  return {
    rule: issue?.rule ?? told?.rule ?? told?.kind ?? 'no-answer',
    params: issue?.params ?? told?.params ?? {},
  };
}

type Answer<Value> = { ok: true; value: Value } | { ok: false; problem: PictureProblem };

const parse = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
};

/** Keeps a picture on the shelf; `progress` is told in hundredths. Only this old kind of call tells how far it is. */
export function keepPicture(
  connection: string,
  picture: { blob: Blob; name: string; kind: PictureKind; subMchid: string | null },
  progress: (percent: number) => void,
): Promise<Answer<KeptPicture>> {
  return new Promise((resolve) => {
    const call = new XMLHttpRequest();
    const place = { kind: picture.kind, sub_mchid: picture.subMchid ?? undefined };
    call.open('POST', paths.api.keepPicture(connection, place));
    call.setRequestHeader('Content-Type', 'application/octet-stream');
    call.setRequestHeader('X-File-Name', encodeURIComponent(picture.name));
    call.upload.onprogress = ({ loaded, total }) => progress(total > 0 ? Math.round((loaded / total) * 100) : 0);
    call.onerror = () => resolve({ ok: false, problem: { rule: 'no-answer', params: {} } });
    call.onload = () => {
      const kept = keptPicture.safeParse(parse(call.responseText));
      if (kept.success) resolve({ ok: true, value: kept.data });
      else resolve({ ok: false, problem: problemOf(parse(call.responseText)) });
    };
    call.send(picture.blob);
  });
}

/** Uploads a picture of the shelf to the platform; answers where it stands after two seconds at most. */
export async function uploadPicture(connection: string, id: string): Promise<Answer<PictureView>> {
  const answer = await fetch(paths.api.picture(connection, id), { method: 'POST' }).catch(() => null);
  const body: unknown = answer && (await answer.json().catch(() => null));
  const view = pictureView.safeParse(body);
  return view.success ? { ok: true, value: view.data } : { ok: false, problem: problemOf(body) };
}
