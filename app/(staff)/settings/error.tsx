'use client';

import { Failure } from '@/components/errors/failure';

type ErrorPageProps = { error: Error & { digest?: string }; reset: () => void };

/** A page of the settings that failed. */
export default function ErrorPage({ error, reset }: ErrorPageProps) {
  return <Failure reference={error.digest} retry={reset} />;
}
