'use client';

import { useRouter } from 'next/navigation';
import { useTranslations } from 'next-intl';
import type { DragEvent } from 'react';
import { useRef, useState } from 'react';
import { z } from 'zod';
import { Icon } from '@/components/ui/icon';
import { FaultNotice } from '@/components/ui/notice';
import { fileBytesMax, sizeIssue } from '@/lib/csv/rules';

type Problem = { rule: string; params: Record<string, string | number> };

const checked = z.object({ id: z.string() });
const refused = z.object({
  kind: z.string(),
  issues: z
    .array(z.object({ rule: z.string(), params: z.record(z.string(), z.union([z.string(), z.number()])).optional() }))
    .optional(),
});

async function problemOf(answer: Response): Promise<Problem> {
  const body = refused.safeParse(await answer.json().catch(() => null));
  const [issue] = body.success ? (body.data.issues ?? []) : [];
  if (issue) return { rule: issue.rule, params: issue.params ?? {} };
  return { rule: answer.status === 401 ? 'signed-out' : 'no-answer', params: {} };
}

type UploadFormProps = {
  /** Where the file is posted, and the page of its dry run, which takes the import's id as `id`. */
  postTo: string;
  page: string;
};

/** Choose or drop a CSV; it is judged at once, and nothing is taken over yet. */
export function UploadForm({ postTo, page }: UploadFormProps) {
  const t = useTranslations('subMerchantImport');
  const router = useRouter();
  const input = useRef<HTMLInputElement>(null);
  const [name, setName] = useState<string | null>(null);
  const [isOver, setOver] = useState(false);
  const [problem, setProblem] = useState<Problem | null>(null);

  const judge = async (file: File): Promise<Problem | null> => {
    const tooLarge = sizeIssue(file.size);
    if (tooLarge) return { rule: tooLarge.rule, params: tooLarge.params ?? {} };
    const answer = await fetch(postTo, {
      method: 'POST',
      body: file,
      headers: { 'Content-Type': 'text/csv', 'X-File-Name': encodeURIComponent(file.name) },
    });
    if (!answer.ok) return problemOf(answer);
    router.push(`${page}?id=${checked.parse(await answer.json()).id}`);
    return null;
  };
  const take = async (file: File | undefined) => {
    if (!file || name !== null) return;
    setProblem(null);
    setName(file.name);
    const found = await judge(file).catch((): Problem => ({ rule: 'no-answer', params: {} }));
    if (!found) return;
    setProblem(found);
    setName(null);
    if (input.current) input.current.value = '';
  };
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    void take(event.dataTransfer.files[0]);
  };

  return (
    <div className="flex flex-col gap-3">
      {problem && (
        <FaultNotice>
          {t.has(`rules.${problem.rule}`) ? t(`rules.${problem.rule}`, problem.params) : t('rules.no-answer')}
        </FaultNotice>
      )}
      <label
        className="drop-zone"
        data-over={isOver || undefined}
        onDragOver={(event) => {
          event.preventDefault();
          setOver(true);
        }}
        onDragLeave={() => setOver(false)}
        onDrop={drop}
      >
        <Icon name="upload" size="large" />
        <span className="font-medium">{name === null ? t('upload.choose') : t('upload.reading', { name })}</span>
        <span className="text-ink-2 text-small" role="status">
          {name === null ? t('upload.limits', { max: fileBytesMax / 1024 / 1024 }) : t('upload.wait')}
        </span>
        <input
          ref={input}
          className="sr-only"
          type="file"
          name="file"
          accept=".csv,text/csv"
          disabled={name !== null}
          onChange={(event) => void take(event.target.files?.[0])}
        />
        {name === null && (
          <span className="button" aria-hidden="true">
            {t('upload.button')}
          </span>
        )}
      </label>
    </div>
  );
}
