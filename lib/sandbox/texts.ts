// Everything the practice platform says, in the two languages it speaks. Its own words: the console recognises the
// platform by code and by pattern, never by sharing a text with this file.
import type { WireRule } from '../platform/wire/rules';

export type Language = 'en' | 'zh-CN';

/** What `Accept-Language` asks for; Chinese when it does not ask for English, as on the platform. */
export function languageOf(header: string | undefined): Language {
  return /^\s*en\b/i.test(header ?? '') ? 'en' : 'zh-CN';
}

type Text = readonly [en: string, zh: string];

/** Messages of error bodies. */
const messages = {
  acceptMissing: ['The request must accept application/json.', '请求头 Accept 须接受 application/json。'],
  userAgentMissing: ['The request has no User-Agent header.', '请求缺少 User-Agent 请求头。'],
  authorizationMalformed: ['The Authorization header is missing or malformed.', 'Authorization 请求头缺失或格式错误。'],
  schemeUnsupported: ['The authorization scheme is not supported.', '不支持该认证类型。'],
  mchidUnknown: ['The merchant of the signature does not exist.', '签名中的商户号不存在。'],
  merchantSerialUnknown: ['The merchant certificate serial number does not match.', '商户证书序列号有误。'],
  clockOff: ['The timestamp of the signature is more than 300 seconds off.', '签名时间戳与服务器时间相差超过 300 秒。'],
  signatureWrong: ['The signature is wrong; check the signed text and the key.', '签名错误，请检查签名串与私钥。'],
  contentType: [
    'The Content-Type of the body must be application/json.',
    '请求体的 Content-Type 须为 application/json。',
  ],
  multipart: ['The multipart body is malformed: {field}', 'multipart 请求体格式错误：{field}'],
  fileTooLarge: ['The file is larger than 2 MB.', '文件大于 2MB。'],
  fileType: [
    'The file is not a png, jpg or bmp picture, or not the one its name says.',
    '文件不是与名称相符的 png、jpg 或 bmp 图片。',
  ],
  fileHash: ['The SHA-256 of the file is another one than in meta.', '文件的 SHA-256 与 meta 不一致。'],
  notJson: ['The body is not valid JSON.', '请求体不是合法的 JSON。'],
  undefinedParameter: ['The request holds a parameter that is not defined.', '请求中含有未定义的参数。'],
  parameter: ['Parameter error: {field}', '参数错误：{field}'],
  keyMissing: ['The Idempotency-Key header is missing.', '缺少 Idempotency-Key 请求头。'],
  keyMalformed: [
    'The Idempotency-Key must be 1 to 64 letters and digits.',
    'Idempotency-Key 须为 1 至 64 位字母或数字。',
  ],
  keyReused: ['The Idempotency-Key was already used for another request.', '该 Idempotency-Key 已用于其他请求。'],
  serialMissing: ['The platform certificate serial header is missing.', '缺少平台证书序列号请求头。'],
  serialUnknown: ['The platform certificate serial number is not valid.', '平台证书序列号无效。'],
  serialExpired: [
    'The platform certificate of this serial number is no longer valid.',
    '该序列号对应的平台证书已失效。',
  ],
  unsealFailed: ['Decryption with the platform private key failed.', '使用平台私钥解密失败。'],
  noRelation: ['The sub-merchant does not belong to this institution.', '该子商户与服务商无受理关系。'],
  mchidForeign: ['sp_mchid is not the merchant that signed the request.', 'sp_mchid 与请求签名商户号不一致。'],
  appidForeign: ['sp_appid is not bound to sp_mchid.', 'sp_appid 与 sp_mchid 未绑定。'],
  closed: ['The sub-merchant is closed and cannot be modified.', '该子商户已注销，不能修改。'],
  addThroughPage: ['The sub-merchant must be added through the page.', '该子商户须通过页面添加，请前往商户平台填写。'],
  businessCodeExists: ['business_code already exists.', 'business_code 已存在。'],
  notPassedReview: [
    'The sub-merchant has not passed review and cannot be modified.',
    '该子商户尚未通过审核，不能修改。',
  ],
  actionTaken: [
    'Action has been taken against the merchant, so H5 authorization cannot be enabled.',
    '商户已被处置，无法开通 H5 支付权限。',
  ],
  risk: ['The submitted website or H5 domain is at risk (blacklisted).', '提交的网站或 H5 域名存在风险（黑名单）。'],
  applicationUnknown: ['The application number does not exist.', '申请单号不存在。'],
  notRejected: [
    'The application is not in REJECTED status and cannot be modified.',
    '申请单未处于驳回状态，不能修改。',
  ],
  removalNeedsNoLimit: [
    'A limit-removal request must use the limit type NO_LIMIT.',
    '解除额度申请的额度类型须为 NO_LIMIT。',
  ],
  businessPageMissing: [
    'The website is not launched: a business page screenshot is missing.',
    '网站未上线，缺少经营页面截图。',
  ],
  homepageMissing: ['The website is not launched: a homepage screenshot is missing.', '网站未上线，缺少网站首页截图。'],
  needsFormalAuthority: [
    'Only sub-merchants with formal limited authority can request the removal of the limit.',
    '仅已获得正式限额权限的子商户可申请解除额度。',
  ],
  testLimitOnly: ['The website is not launched: only a test limit is available.', '网站未上线，仅可使用测试额度。'],
  contractUnknown: ['The contract does not exist or has been terminated.', '签约关系不存在或已解约。'],
  appidUnbound: ['is not bound to the merchant that signed the request', '与请求签名商户号未绑定'],
  contractNotChargeable: ['The signed contract does not exist or was terminated.', '签约协议不存在或已解约。'],
  contractExpired: ['The agreement has expired.', '协议已到期。'],
  payerGone: ["The user's account was cancelled.", '用户账号已注销。'],
  orderPaid: ['The order has been paid.', '订单已支付。'],
  orderClosed: ['The order has been closed.', '订单已关闭。'],
  orderNumberUsed: ['The order number was already used.', '商户订单号重复。'],
  orderUnknown: ['The order does not exist.', '订单不存在。'],
  currencyUnknown: ['The currency is not supported.', '不支持该币种。'],
  bankError: ['The paying bank is in channel maintenance.', '支付银行渠道维护中。'],
  userError: ['The transaction is at risk.', '交易存在风险。'],
  ruleLimit: ["The payment of the user's account has reached its upper limit.", '用户账户支付已达上限。'],
  notEnough: ['The balance is insufficient.', '余额不足。'],
  institutionOnly: ['This operation is open to institutions only.', '该接口仅对机构开放。'],
  fourByte: ['contains a character that is not supported', '含有不支持的字符'],
  genericInvalid: ['The request is invalid.', '请求无效。'],
  frequency: ['Too many requests; try again later.', '请求过于频繁，请稍后再试。'],
  system: ['System error; try again with the same parameters.', '系统错误，请使用原参数重试。'],
  unavailable: ['The service is not available at the moment.', '服务暂不可用。'],
  unknownCode: ['The request cannot be served.', '无法处理该请求。'],
  applicationRejected: [
    'The website does not show prices and an order page. Add them and submit again.',
    '网站未展示商品价格及下单页面，请补充后重新提交。',
  ],
} as const satisfies Record<string, Text>;

export type MessageName = keyof typeof messages;

/** `detail.issue` for each failed rule of the schemas. */
const issues: Record<WireRule, Text> = {
  required: ['is required', '必填'],
  'wrong-type': ['has the wrong type', '类型错误'],
  'unknown-field': ['is not defined', '未定义'],
  'not-a-choice': ['is not one of the allowed values', '取值不在允许范围内'],
  'too-short': ['is too short', '长度过短'],
  'too-long': ['is too long', '长度过长'],
  'too-few': ['has too few entries', '数量过少'],
  'too-many': ['has too many entries', '数量过多'],
  'too-many-bytes': ['has too many bytes to be sealed', '加密内容过长'],
  duplicate: ['is listed twice', '重复'],
  'invisible-character': ['contains a character that cannot be seen', '含有不可见字符'],
  'outer-space': ['begins or ends with a blank', '首尾含有空格'],
  'not-a-date': ['is not a date, PERMANENT or N/A', '不是日期、PERMANENT 或 N/A'],
  'phone-needs-prefix': ['is not a phone number', '不是电话号码'],
  'not-a-phone': ['is not a phone number', '不是电话号码'],
  'not-an-email': ['is not an e-mail address', '不是电子邮箱地址'],
  'not-a-url': ['is not an http or https address', '不是 http 或 https 地址'],
  'not-a-domain': ['is not a host name', '不是域名'],
  'not-a-country-code': ['is not a numeric country code', '不是数字国家代码'],
  'not-a-category-code': ['is not a merchant category code', '不是商户类别码'],
  'not-an-integer': ['is not an integer', '不是整数'],
  'not-a-list': ['is not a list', '不是列表'],
  'not-sealed': ['is not encrypted', '未加密'],
  'letters-and-digits-only': ['may hold only letters and digits', '只能包含字母和数字'],
  'not-a-contract-id': ['is not the number of a contract', '不是签约编号'],
  'not-an-order-number': ['holds a sign that is not allowed in the number of an order', '含有订单号不允许的字符'],
  'not-https': ['must begin with https://', '须以 https:// 开头'],
  'has-parameters': ['must not carry parameters', '不能携带参数'],
  'not-an-ip-address': ['is not an IP address', '不是 IP 地址'],
  'not-a-currency': ['is not a currency of ISO 4217', '不是 ISO 4217 币种代码'],
  'not-an-amount': ['is not an amount', '不是金额'],
  'too-many-decimals': ['has too many decimals', '小数位过多'],
  'not-positive': ['must be greater than zero', '须大于零'],
  'too-large': ['is too large', '数值过大'],
  'not-a-picture-name': ['does not end in jpg, bmp or png', '须以 jpg、bmp 或 png 结尾'],
  'not-a-sha256': ['is not a SHA-256 in lower-case hex', '不是小写十六进制的 SHA-256'],
  'required-for-enterprise': ['is required when merchant_type is ENTERPRISE', 'merchant_type 为 ENTERPRISE 时必填'],
  'only-for-enterprise': ['is allowed only when merchant_type is ENTERPRISE', '仅 merchant_type 为 ENTERPRISE 时可填'],
  'only-for-individual': ['is allowed only when merchant_type is INDIVIDUAL', '仅 merchant_type 为 INDIVIDUAL 时可填'],
  'online-needs-a-channel': [
    'one of app_download, website, office_account, mini_program is required',
    'app_download、website、office_account、mini_program 至少填一项',
  ],
  'offline-needs-an-address': [
    'is required when business_type is OFFLINE or BOTH',
    'business_type 为 OFFLINE 或 BOTH 时必填',
  ],
  'required-when-applying': ['is required when apply_h5_payment is true', 'apply_h5_payment 为 true 时必填'],
  'required-for-no-limit': [
    'is required when transaction_limit_type is NO_LIMIT',
    'transaction_limit_type 为 NO_LIMIT 时必填',
  ],
  'required-when-not-launched': ['is required when the website is not launched', '网站未上线时必填'],
  'only-test-limit-when-not-launched': [
    'must be UN_LAUNCHED_WEBSITE_LIMIT when the website is not launched',
    '网站未上线时须为 UN_LAUNCHED_WEBSITE_LIMIT',
  ],
  'limit-removal-needs-no-limit': ['must be NO_LIMIT for a limit removal', '解除额度时须为 NO_LIMIT'],
  'only-when-applying': ['is allowed only when apply_h5_payment is true', '仅 apply_h5_payment 为 true 时可填'],
};

/** `summary` of the envelope (6.1), which has no reader with a language of their own. */
export const summaries = {
  authorization: 'H5支付权限申请结果通知',
  'domain-change': 'H5域名变更通知',
  'PAPAY.SIGN': '签约成功',
  'PAPAY.TERMINATE': '解约成功',
  'TRANSACTION.SUCCESS': '支付成功',
} as const;

/** A time as the platform writes it: to the second, at +08:00. */
export const rfc3339 = (time: Date): string =>
  `${new Date(time.getTime() + 8 * 3_600_000).toISOString().slice(0, 19)}+08:00`;

const pick = ([en, zh]: Text, language: Language) => (language === 'en' ? en : zh);

/** A message in one language; `{field}` is filled in. */
export const say = (name: MessageName, language: Language, field = ''): string =>
  pick(messages[name], language).replace('{field}', field);

/** What is wrong, for `detail.issue`. */
export const issueText = (rule: WireRule, language: Language): string => pick(issues[rule], language);
