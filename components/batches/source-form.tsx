'use client';

import { useRouter } from 'next/navigation';
import { useTranslations } from 'next-intl';
import type { FormEvent } from 'react';
import { useId, useRef, useState } from 'react';
import { z } from 'zod';
import { fileBytesMax, sizeIssue } from '@/lib/csv/rules';
import { paths } from '@/lib/paths';
import { Field } from '../form/field';
import { Button } from '../ui/button';
import { Icon } from '../ui/icon';
import { FaultNotice } from '../ui/notice';

type Problem = { rule: string; params: Record<string, string | number> };

const made = z.object({ id: z.string() });
const refused = z.object({
  issues: z
    .array(z.object({ rule: z.string(), params: z.record(z.string(), z.union([z.string(), z.number()])).optional() }))
    .optional(),
});

async function problemOf(answer: Response): Promise<Problem> {
  const body = refused.safeParse(await answer.json().catch(() => null));
  const [issue] = body.success ? (body.data.issues ?? []) : [];
  if (issue) return { rule: issue.rule, params: issue.params ?? {} };
  const rules: Record<number, string> = { 401: 'signed-out', 403: 'forbidden', 404: 'not-found' };
  return { rule: rules[answer.status] ?? 'no-answer', params: {} };
}

type SourceFormProps = {
  /** Slug of the connection. */
  connection: string;
  kind: string;
  /** Rows of another batch, or a choice in a list: the list is there already, and only its name is asked for. */
  given: { source: 'batch' | 'selection'; body: string; count: number } | null;
  /** A name to begin with. */
  name: string;
  /** True where a list may be of one sub-merchant. */
  hasSubMerchants: boolean;
};

/** The list of a batch: pasted, as a file, or given. It is judged at once; nothing is sent. */
export function SourceForm({ connection, kind, given, name: first, hasSubMerchants }: SourceFormProps) {
  const t = useTranslations('batchTools.source');
  const router = useRouter();
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const [name, setName] = useState(first);
  const [subMchid, setSubMchid] = useState('');
  const [text, setText] = useState('');
  const [file, setFile] = useState<File | null>(null);
  const [isOver, setOver] = useState(false);
  const [isPending, setPending] = useState(false);
  const [problem, setProblem] = useState<Problem | null>(null);

  const send = async (): Promise<Problem | null> => {
    const tooLarge = file && sizeIssue(file.size);
    if (tooLarge) return { rule: tooLarge.rule, params: tooLarge.params ?? {} };
    const source = given?.source ?? (file ? 'csv' : 'paste');
    const expected = subMchid.trim() === '' ? {} : { sub_mchid: subMchid.trim() };
    const answer = await fetch(paths.api.batchSource(connection, { kind, source, name: name.trim(), ...expected }), {
      method: 'POST',
      body: given?.body ?? file ?? text,
      headers: {
        'Content-Type': given ? 'application/json' : file ? 'text/csv' : 'text/plain; charset=utf-8',
        ...(file && { 'X-File-Name': encodeURIComponent(file.name) }),
      },
    });
    if (!answer.ok) return problemOf(answer);
    router.push(paths.batch(connection, made.parse(await answer.json()).id));
    return null;
  };
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (isPending) return;
    if (name.trim() === '') return setProblem({ rule: 'name-missing', params: {} });
    if (!given && !file && text.trim() === '') return setProblem({ rule: 'file-empty', params: {} });
    setProblem(null);
    setPending(true);
    const found = await send().catch((): Problem => ({ rule: 'no-answer', params: {} }));
    // Where it worked the button stays as it is until the next page is there.
    if (!found) return;
    setProblem(found);
    setPending(false);
  };
  const take = (chosen: File | undefined) => {
    if (!chosen) return;
    setProblem(null);
    setFile(chosen);
  };
  const lines = text.split(/[\r\n,;\t]+/).filter((piece) => piece.trim() !== '').length;

  return (
    <form className="flex flex-col gap-4" onSubmit={(event) => void submit(event)}>
      {problem && (
        <FaultNotice>
          {t.has(`rules.${problem.rule}`) ? t(`rules.${problem.rule}`, problem.params) : t('rules.no-answer')}
        </FaultNotice>
      )}
      <Field
        id={`${id}-name`}
        name="name"
        apiName={null}
        label={t('name.label')}
        help={t('name.help')}
        error={null}
        isChanged={false}
      >
        {(control) => (
          <input
            {...control}
            className="control"
            maxLength={120}
            autoComplete="off"
            value={name}
            onChange={(event) => setName(event.target.value)}
          />
        )}
      </Field>
      {hasSubMerchants && (
        <Field
          id={`${id}-sub`}
          name="sub_mchid"
          label={t('subMerchant.label')}
          help={t('subMerchant.help')}
          error={null}
          isChanged={false}
        >
          {(control) => (
            <input
              {...control}
              className="control mono"
              maxLength={32}
              autoComplete="off"
              spellCheck={false}
              value={subMchid}
              onChange={(event) => setSubMchid(event.target.value)}
            />
          )}
        </Field>
      )}
      {!given && file === null && (
        <Field
          id={`${id}-list`}
          name="list"
          apiName={null}
          label={t('list.label')}
          help={t('list.help', { count: lines })}
          error={null}
          isChanged={false}
        >
          {(control) => (
            <textarea
              {...control}
              className="control mono"
              rows={8}
              spellCheck={false}
              value={text}
              onChange={(event) => setText(event.target.value)}
            />
          )}
        </Field>
      )}
      {!given && (
        <label
          className="drop-zone"
          data-over={isOver || undefined}
          onDragOver={(event) => {
            event.preventDefault();
            setOver(true);
          }}
          onDragLeave={() => setOver(false)}
          onDrop={(event) => {
            event.preventDefault();
            setOver(false);
            take(event.dataTransfer.files[0]);
          }}
        >
          <Icon name="upload" size="large" />
          <span className="font-medium">{file === null ? t('file.choose') : file.name}</span>
          <span className="text-ink-2 text-small">{t('file.limits', { max: fileBytesMax / 1024 / 1024 })}</span>
          <input
            ref={input}
            className="sr-only"
            type="file"
            name="file"
            accept=".csv,text/csv"
            onChange={(event) => take(event.target.files?.[0])}
          />
          <span className="button" aria-hidden="true">
            {t(file === null ? 'file.button' : 'file.other')}
          </span>
        </label>
      )}
      {file !== null && (
        <div>
          <Button
            variant="ghost"
            size="small"
            icon="undo"
            onClick={() => {
              setFile(null);
              if (input.current) input.current.value = '';
            }}
          >
            {t('file.drop')}
          </Button>
        </div>
      )}
      <div className="flex items-center gap-3">
        <Button type="submit" variant="primary" data-action="check" pending={isPending} disabled={isPending}>
          {given ? t('checkGiven', { count: given.count }) : t('check')}
        </Button>
        <span className="text-ink-2 text-small" role="status">
          {isPending ? t('wait') : t('nothing')}
        </span>
      </div>
    </form>
  );
}
