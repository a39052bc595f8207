'use client';

import { useTranslations } from 'next-intl';
import { useRef, useState } from 'react';
import { z } from 'zod';
import { EVIDENCE_BYTES_MAX, EVIDENCE_FILES_MAX, evidenceIssue } from '@/lib/evidence/rules';
import { formatCount } from '@/lib/i18n/format';
import { paths } from '@/lib/paths';
import { Field } from '../form/field';
import { Button } from '../ui/button';
import './evidence.css';

const kept = z.object({ id: z.string(), fileName: z.string(), sizeBytes: z.number() });
export type KeptFile = z.infer<typeof kept>;

const refused = z.object({
  kind: z.string(),
  rule: z.string().optional(),
  issues: z.array(z.object({ rule: z.string() })).optional(),
});

type EvidenceFieldProps = {
  connection: string;
  id: string;
  files: KeptFile[];
  change: (files: KeptFile[]) => void;
  /** Told while a file is on its way: what is asked for meanwhile would go without it. */
  keeping: (isKeeping: boolean) => void;
  /** What is wrong with the files as a whole. */
  error: string | null;
};

/** Files that prove something: each is kept, sealed, as soon as it is chosen; removed here it is swept later. */
export function EvidenceField({ connection, id, files, change, keeping, error }: EvidenceFieldProps) {
  const t = useTranslations('asking.evidence');
  const input = useRef<HTMLInputElement>(null);
  const [reading, setReading] = useState<string | null>(null);
  const [problem, setProblem] = useState<string | null>(null);

  const keep = async (file: File): Promise<KeptFile | string> => {
    const issue = evidenceIssue(file.size);
    if (issue) return issue.rule;
    const answer = await fetch(paths.api.keepEvidence(connection), {
      method: 'POST',
      body: file,
      headers: { 'Content-Type': 'application/octet-stream', 'X-File-Name': encodeURIComponent(file.name) },
    });
    const body: unknown = await answer.json().catch(() => null);
    if (answer.ok) return kept.parse(body);
    const told = refused.safeParse(body);
    return (told.data?.issues?.[0]?.rule ?? told.data?.rule ?? told.data?.kind) || 'no-answer';
  };
  const take = async (file: File | undefined) => {
    if (!file || reading !== null) return;
    setProblem(null);
    setReading(file.name);
    keeping(true);
    const answer = await keep(file).catch(() => 'no-answer');
    setReading(null);
    keeping(false);
    if (input.current) input.current.value = '';
    if (typeof answer === 'string') setProblem(answer);
    else change([...files, answer]);
  };
  const sentence = (rule: string) =>
    t.has(`rules.${rule}`) ? t(`rules.${rule}`, { maxMb: EVIDENCE_BYTES_MAX / 1024 / 1024 }) : t('rules.no-answer');
  return (
    <div className="grid gap-2">
      <Field
        id={id}
        name="evidence"
        apiName={null}
        label={t('label')}
        help={
          reading === null ? t('help', { maxMb: EVIDENCE_BYTES_MAX / 1024 / 1024 }) : t('keeping', { name: reading })
        }
        error={problem === null ? error : sentence(problem)}
        isChanged={false}
      >
        {(control) => (
          <input
            {...control}
            ref={input}
            className="control"
            type="file"
            disabled={reading !== null || files.length >= EVIDENCE_FILES_MAX}
            onChange={(event) => void take(event.target.files?.[0])}
          />
        )}
      </Field>
      {files.length > 0 && (
        <ul className="kept-files">
          {files.map((file) => (
            <li key={file.id} data-evidence={file.id}>
              <span>{file.fileName}</span>
              <span className="text-ink-3">{t('size', { kb: formatCount(Math.ceil(file.sizeBytes / 1024)) })}</span>
              <Button
                size="small"
                variant="ghost"
                aria-label={t('remove', { name: file.fileName })}
                onClick={() => change(files.filter((other) => other.id !== file.id))}
              >
                {t('leaveOut')}
              </Button>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
