'use client';

import { Failure } from '@/components/errors/failure';

type ErrorPageProps = { error: Error & { digest?: string }; reset: () => void };

/** A page that failed, inside the document. */
export default function ErrorPage({ error, reset }: ErrorPageProps) {
  return <Failure reference={error.digest} retry={reset} />;
}
