// What a person types or pastes as an H5 domain, made into what goes on the wire (4.1 h5_payment_apply_info.domains):
// a lower-case ASCII host name. What would lose its meaning (a scheme, a path, a port) is refused, never cut off in silence.
import { domain as domainRule } from '@/lib/platform/wire/fields';

/** Why a text is no domain. Each has words in `rules`. */
export type DomainProblem = 'domain-with-scheme' | 'domain-with-path' | 'domain-with-port' | 'not-a-domain';

export type NormalisedDomain =
  | { ok: true; domain: string; isRewritten: boolean }
  /** `host` is the domain inside the text, where there is one: it may be offered, it is not taken. */
  | { ok: false; problem: DomainProblem; host: string | null };

function asciiHost(text: string): string | null {
  try {
    // The URL parser applies the same mapping as a browser's address bar: case, full-width letters, IDN to punycode.
    const { hostname } = new URL(`http://${text}/`);
    const host = hostname.endsWith('.') ? hostname.slice(0, -1) : hostname;
    return domainRule.safeParse(host).success ? host : null;
  } catch {
    return null;
  }
}

function problemOf(text: string): DomainProblem | null {
  if (/^[a-z][a-z0-9+.-]*:\/\//i.test(text)) return 'domain-with-scheme';
  if (/[/\\?#]/.test(text)) return 'domain-with-path';
  if (/:\d*$/.test(text)) return 'domain-with-port';
  return null;
}

/** One domain as typed. Upper case, a final dot and letters beyond ASCII are rewritten; `isRewritten` says so. */
export function normaliseDomain(typed: string): NormalisedDomain {
  const text = typed.trim();
  const problem = problemOf(text);
  if (problem) {
    const inside = /^(?:[a-z][a-z0-9+.-]*:\/\/)?(?:[^/\\?#@]*@)?([^/\\?#:]*)/i.exec(text)?.[1] ?? '';
    return { ok: false, problem, host: asciiHost(inside) };
  }
  const domain = /[@%\s:]/.test(text) ? null : asciiHost(text);
  return domain === null
    ? { ok: false, problem: 'not-a-domain', host: null }
    : { ok: true, domain, isRewritten: domain !== text };
}

const separators = /[\s,;，；、]+/;

export type PastedDomains = {
  /** The list after adding, in order, without duplicates. */
  domains: string[];
  rewritten: { typed: string; domain: string }[];
  duplicates: { typed: string; domain: string }[];
  refused: { typed: string; problem: DomainProblem; host: string | null }[];
};

/** Adds what was typed or pasted (several, apart by blanks, lines, commas) to a list. Nothing is lost without being named. */
export function addDomains(present: readonly string[], typed: string): PastedDomains {
  const result: PastedDomains = { domains: [...present], rewritten: [], duplicates: [], refused: [] };
  for (const text of typed.split(separators).filter((part) => part !== '')) {
    const one = normaliseDomain(text);
    if (!one.ok) result.refused.push({ typed: text, problem: one.problem, host: one.host });
    else if (result.domains.includes(one.domain)) result.duplicates.push({ typed: text, domain: one.domain });
    else {
      result.domains.push(one.domain);
      if (one.isRewritten) result.rewritten.push({ typed: text, domain: one.domain });
    }
  }
  return result;
}

/** The host of a web address as a domain, or null when there is none. */
export function hostOfAddress(address: string): string | null {
  try {
    const { protocol, hostname } = new URL(address);
    return protocol === 'http:' || protocol === 'https:' ? asciiHost(hostname) : null;
  } catch {
    return null;
  }
}
