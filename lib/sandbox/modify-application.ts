// §4.2: a rejected application is modified. There is no idempotency key: a repeat finds it no longer REJECTED.
import { stringify } from 'lossless-json';
import { applicationCheck, applicationShape } from '../platform/wire/application';
import { transactionLimitType } from '../platform/wire/enums';
import type { Broken } from '../platform/wire/rules';
import type { HeldApplication } from './applications';
import { applicationRecordOf, authorizationOf, findAuthorization } from './applications';
import { defectReply, fourByteError, parameterError, readJson, refuser } from './body';
import type { Call, Platform, Reply } from './reply';
import { reply } from './reply';
import { firstDefect, isRisky } from './rules';
import type { SandboxState } from './state';
import { countEffect, own } from './state';
import type { Language, MessageName } from './texts';
import { issueText } from './texts';

/** ASSUMPTION: a limit that is not named keeps its value (protocol notes 9.3). */
const modifyBody = applicationShape.extend({ transaction_limit_type: transactionLimitType.optional() }).strict();

/** What each broken rule between the fields is refused as (§7.2). */
const refusals: Partial<Record<Broken['params']['rule'], [code: string, message: MessageName]>> = {
  'limit-removal-needs-no-limit': ['PARAM_ERROR', 'removalNeedsNoLimit'],
  'only-test-limit-when-not-launched': ['INVALID_REQUEST', 'testLimitOnly'],
};
const missingPictures: Record<string, MessageName> = {
  website_business_page_pics: 'businessPageMissing',
  website_homepage_pics: 'homepageMissing',
};

/** Answers a modification: the application is PENDING again, its reason of rejection gone (protocol notes 9.3). */
export function modifyApplication(platform: Platform, call: Call, applymentId: string, language: Language): Reply {
  const { state } = platform.store;
  const refuse = refuser(language);
  const read = readJson(call, language);
  if ('refused' in read) return read.refused;
  const { json } = read;
  const parsed = modifyBody.safeParse(json);
  if (!parsed.success) return defectReply(json, firstDefect(parsed.error), language);
  const fourByte = fourByteError(state, json, language);
  if (fourByte) return fourByte;

  const application = findAuthorization(state, applymentId);
  if (!application) return refuse(400, 'PARAM_ERROR', 'applicationUnknown');
  if (application.applyment_state !== 'REJECTED') return refuse(400, 'INVALID_REQUEST', 'notRejected');
  const asked: HeldApplication = { ...application, ...definedOf(parsed.data) };
  const broken = brokenRule(asked);
  if (broken) {
    const { rule } = broken.params;
    const [field = ''] = broken.path;
    const [code, message] = refusals[rule] ?? ['PARAM_ERROR', missingPictures[String(field)]];
    if (message === undefined) return parameterError(json, [field], issueText(rule, language), language);
    return refuse(400, code, message);
  }
  const forbidden = stateForbids(state, asked);
  if (forbidden) return refuse(400, 'INVALID_REQUEST', forbidden);

  const { audit_reject_detail: _, ...kept } = asked;
  delete application.audit_reject_detail;
  Object.assign(application, kept, { applyment_state: 'PENDING', stateSince: platform.now().toISOString() });
  const held = own(state.subMerchants, application.sub_mchid);
  if (held && application.applyment_type === 'APPLY_FOR_PAYMENT_AUTHORITY') {
    held.h5.asked = { domains: application.domains, website_url: application.website_url };
  }
  countEffect(state, `application ${applymentId}`, null);
  return reply(200, stringify(applicationRecordOf(application, state.notify.url)) ?? '', language, { effect: true });
}

const definedOf = <Values extends object>(values: Values) =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as {
    [Name in keyof Values]: Exclude<Values[Name], undefined>;
  };

function brokenRule(asked: HeldApplication): Broken | null {
  const issues: Broken[] = [];
  applicationCheck(asked.applyment_type)(asked, { addIssue: (issue) => issues.push(issue) });
  return issues[0] ?? null;
}

/** What the state of the sub-merchant forbids (§7.2), or null. */
function stateForbids(state: SandboxState, asked: HeldApplication): MessageName | null {
  const held = own(state.subMerchants, asked.sub_mchid);
  if (!held || held.h5.state === 'UNDER_PUNISHMENT') return 'actionTaken';
  const isRemoval = asked.applyment_type === 'APPLY_FOR_RELIEVE_LIMITED';
  if (isRemoval && authorizationOf(state, held) !== 'FORMAL_AUTHORITY') return 'needsFormalAuthority';
  return isRisky([asked.website_url], asked.domains) ? 'risk' : null;
}
