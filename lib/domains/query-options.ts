import { queryOptions } from '@tanstack/react-query';
import { paths } from '@/lib/paths';
import type { DomainWarnings } from './view';
import { domainWarnings } from './view';

/** Warnings about the domains of a list, asked again when the list changes; the list shown meanwhile is the former one's. */
export const domainWarningsQuery = (connection: string, subMchid: string, domains: readonly string[]) =>
  queryOptions({
    queryKey: ['domain-warnings', connection, subMchid, ...domains],
    queryFn: async (): Promise<DomainWarnings> => {
      const answer = await fetch(paths.api.domainWarnings(connection, subMchid, domains), {
        headers: { Accept: 'application/json' },
      });
      if (!answer.ok) throw new Error(`status ${answer.status}`);
      return domainWarnings.parse(await answer.json());
    },
    enabled: domains.length > 0,
    staleTime: 60_000,
  });
