// The sample world: what the practice platform knows on its first day. Every name is made up; hosts end in the
// reserved `.example`, and numbers come from ranges kept for fiction, so that nothing here can reach anybody.

import type { BusinessType, H5AuthorizationState, MerchantType } from '../platform/wire/enums';

/** The institution of the sample world, and its app. */
export const sampleInstitution = { mchid: '1900002241', appid: 'wx0000000000002241' } as const;

/** A merchant of the sample world that is connected directly (common mode), and its app. */
export const sampleMerchant = { mchid: '1900002299', appid: 'wx0000000000002299' } as const;

/** Hosts that the platform holds for risky: these and everything below them (§7.1, last row). */
export const riskHosts = ['risk.example', 'blocked.example'] as const;

/** The writable fields of §4.1 in wire names, contact in plain text; what the platform does not hold is absent. */
export type SubMerchantFields = {
  name?: string;
  shortname?: string;
  office_phone?: string;
  contact: { name?: string; phone?: string; email?: string };
  business_category?: number;
  channel_id?: string;
  merchant_country_code?: string;
  merchant_type?: MerchantType;
  registration_certificate_number?: string;
  registration_certificate_date?: string;
  registration_certificate_copy?: string;
  settlement_bank_number?: string;
  business: {
    business_type?: BusinessType;
    app_download?: string;
    website?: string;
    office_account?: string;
    mini_program?: string;
    store_address?: string;
    store_photos?: string;
    mcc?: string;
  };
  director?: { name?: string; number?: string };
  principal?: { name?: string; number?: string };
};

/** H5 authorization as the platform holds it: what is in force, and what is asked for. */
export type WorldH5 = {
  state: H5AuthorizationState;
  /** Domains in force. */
  domains: string[];
  website_url?: string;
  /** What the application under review, or the rejected one, asks for. */
  asked?: { domains: string[]; website_url: string };
  audit_reject_detail?: string;
  /** When the application that is under review came in (ISO 8601). */
  reviewSince?: string;
};

/** Where onboarding stands (protocol notes 10.2). */
export type WorldStatus = {
  sub_merchant_status: 'OPERATING' | 'PENDING' | 'DEACTIVATED' | 'CLOSED' | 'INCOMPLETE_APPLICATION';
  application_status?: 'INCOMPLETE_APPLICATION' | 'UNDER_REVIEW' | 'REJECTED';
  application_reject_detail?: { field: string; reason: string };
};

/** One sub-merchant of the sample world. */
export type WorldSubMerchant = {
  sub_mchid: string;
  record: SubMerchantFields;
  h5: WorldH5;
  status: WorldStatus;
  /** The platform takes changes of this one only through the page of its own backend (§7.1). */
  pageOnly: boolean;
};

type Row = {
  name: string;
  short: string;
  /** First label of its made-up host. */
  slug: string;
  category: number;
  mcc: string;
  h5: H5AuthorizationState;
  country?: string;
  type?: MerchantType;
  trade?: BusinessType;
  address?: string;
  date?: string;
  reason?: string;
  status?: WorldStatus;
  pageOnly?: boolean;
  domains?: string[];
  asked?: string[];
  without?: (record: SubMerchantFields) => void;
};

const reasons = {
  prices: 'The website shows no prices. Show the price of each product with its currency, then submit again.',
  orders: 'The order page cannot be opened from the submitted website. Check that the link works without signing in.',
  owner: '網站未能顯示與商戶註冊名稱一致的主體資料，請補充後重新提交。',
  category: '网站所售商品与登记的经营类目不一致，请修改类目或网站内容后重新提交。',
  domain: 'The domain is not registered to the sub-merchant. Provide a domain that the sub-merchant owns.',
};

const rows: Row[] = [
  {
    name: 'Harbour Kite Books Limited',
    short: 'Harbour Kite Books',
    slug: 'harbour-kite',
    category: 644,
    mcc: '5942',
    h5: 'APPROVED',
  },
  {
    name: 'Lantern Street Bakery Limited',
    short: 'Lantern Street Bakery',
    slug: 'lantern-street',
    category: 548,
    mcc: '5462',
    h5: 'APPROVED',
    trade: 'BOTH',
    address: 'Shop 3, 18 Lantern Street, Hong Kong',
  },
  {
    name: '港灣茶莊有限公司',
    short: '港灣茶莊',
    slug: 'harbour-tea',
    category: 539,
    mcc: '5499',
    h5: 'APPROVED',
    trade: 'BOTH',
    address: '香港示範道 12 號地下',
  },
  {
    name: '翠竹眼鏡有限公司',
    short: '翠竹眼鏡',
    slug: 'green-bamboo-optics',
    category: 343,
    mcc: '8043',
    h5: 'UNAUTHORIZED',
    trade: 'OFFLINE',
    address: '九龍示範街 88 號 2 樓',
  },
  {
    name: '星光玩具贸易有限公司',
    short: '星光玩具',
    slug: 'starlight-toys',
    category: 644,
    mcc: '5945',
    h5: 'APPROVED',
    country: '156',
  },
  {
    name: '蓝海旅行社有限公司',
    short: '蓝海旅行',
    slug: 'blue-sea-travel',
    category: 101,
    mcc: '4722',
    h5: 'UNDER_REVIEW',
    country: '156',
  },
  {
    name: 'Paper Crane Stationery Pte Ltd',
    short: 'Paper Crane',
    slug: 'paper-crane',
    category: 644,
    mcc: '5943',
    h5: 'APPROVED',
    country: '702',
  },
  {
    name: 'Merlion Bay Orchids Pte Ltd',
    short: 'Merlion Bay Orchids',
    slug: 'bay-orchids',
    category: 343,
    mcc: '5992',
    h5: 'REJECTED',
    country: '702',
    reason: reasons.prices,
  },
  {
    name: '澳門蓮花手信有限公司',
    short: '蓮花手信',
    slug: 'lotus-gifts',
    category: 548,
    mcc: '5947',
    h5: 'UNDER_PUNISHMENT',
    country: '446',
    trade: 'BOTH',
    address: '澳門示範前地 5 號',
  },
  {
    name: '永興藥房',
    short: '永興藥房',
    slug: 'wing-hing-pharmacy',
    category: 343,
    mcc: '5912',
    h5: 'UNAUTHORIZED',
    type: 'INDIVIDUAL',
    trade: 'OFFLINE',
    address: '新界示範路 201 號',
  },
  {
    name: 'Copper Kettle Coffee Limited',
    short: 'Copper Kettle',
    slug: 'copper-kettle',
    category: 548,
    mcc: '5814',
    h5: 'APPROVED',
    trade: 'BOTH',
    address: 'G/F, 7 Sample Lane, Kowloon',
  },
  {
    name: 'North Pier Ferry Tours Limited',
    short: 'North Pier Tours',
    slug: 'north-pier',
    category: 101,
    mcc: '7991',
    h5: 'APPROVED',
    domains: ['www.north-pier.example', 'm.north-pier.example', 'book.north-pier.example'],
  },
  {
    name: '台北青鳥書店股份有限公司',
    short: '青鳥書店',
    slug: 'bluebird-books',
    category: 644,
    mcc: '5942',
    h5: 'APPLICATION_FAILED',
    country: '158',
  },
  {
    name: '東方明珠珠寶有限公司',
    short: '明珠珠寶',
    slug: 'oriental-pearl',
    category: 343,
    mcc: '5944',
    h5: 'REJECTED',
    reason: reasons.owner,
    trade: 'BOTH',
    address: '香港示範中心 1023 室',
  },
  {
    name: '恒通物流（深圳）有限公司',
    short: '恒通物流',
    slug: 'hengtong-logistics',
    category: 101,
    mcc: '4214',
    h5: 'UNAUTHORIZED',
    country: '156',
  },
  {
    name: '云峰户外用品有限公司',
    short: '云峰户外',
    slug: 'cloud-peak-outdoor',
    category: 644,
    mcc: '5941',
    h5: 'APPROVED',
    country: '156',
    date: 'PERMANENT',
  },
  {
    name: 'Juniper Lane Skincare Limited',
    short: 'Juniper Lane',
    slug: 'juniper-lane',
    category: 644,
    mcc: '5977',
    h5: 'UNDER_REVIEW',
  },
  {
    name: 'Tin Box Records',
    short: 'Tin Box Records',
    slug: 'tin-box',
    category: 644,
    mcc: '5735',
    h5: 'APPROVED',
    type: 'INDIVIDUAL',
    date: 'N/A',
  },
  {
    name: '萬利傢俬有限公司',
    short: '萬利傢俬',
    slug: 'manli-furniture',
    category: 343,
    mcc: '5712',
    h5: 'APPROVED',
    trade: 'OFFLINE',
    address: '香港示範大道 400 號地庫',
  },
  {
    name: '福满楼餐饮管理有限公司',
    short: '福满楼',
    slug: 'fuman-dining',
    category: 539,
    mcc: '5812',
    h5: 'UNDER_PUNISHMENT',
    country: '156',
    trade: 'BOTH',
    address: '示范市示范区示范路 66 号',
  },
  {
    name: 'Silver Fern Wool Limited',
    short: 'Silver Fern Wool',
    slug: 'silver-fern',
    category: 644,
    mcc: '5651',
    h5: 'UNAUTHORIZED',
    country: '554',
  },
  {
    name: 'Maple & Moss Candles Inc',
    short: 'Maple & Moss',
    slug: 'maple-moss',
    category: 644,
    mcc: '5947',
    h5: 'REJECTED',
    country: '840',
    reason: reasons.domain,
  },
  {
    name: 'Thames Umbrella Company Limited',
    short: 'Thames Umbrella',
    slug: 'thames-umbrella',
    category: 644,
    mcc: '5699',
    h5: 'APPROVED',
    country: '826',
    date: 'PERMANENT',
  },
  {
    name: '櫻花和菓子株式会社',
    short: '櫻花和菓子',
    slug: 'sakura-wagashi',
    category: 541,
    mcc: '5441',
    h5: 'UNDER_REVIEW',
    country: '392',
  },
  {
    name: 'Mango Pier Swimwear Co Ltd',
    short: 'Mango Pier',
    slug: 'mango-pier',
    category: 644,
    mcc: '5655',
    h5: 'APPLICATION_FAILED',
    country: '764',
  },
  {
    name: '金龍電子有限公司',
    short: '金龍電子',
    slug: 'golden-dragon-electronics',
    category: 343,
    mcc: '5732',
    h5: 'APPROVED',
    date: '2026-12-18',
  },
  {
    name: '瑞丰健身中心',
    short: '瑞丰健身',
    slug: 'ruifeng-fitness',
    category: 343,
    mcc: '7997',
    h5: 'UNAUTHORIZED',
    country: '156',
    type: 'INDIVIDUAL',
    trade: 'OFFLINE',
    address: '示范市运动路 9 号',
  },
  {
    name: 'Little Abacus Learning Limited',
    short: 'Little Abacus',
    slug: 'little-abacus',
    category: 101,
    mcc: '8299',
    h5: 'APPROVED',
  },
  {
    name: '半山花店',
    short: '半山花店',
    slug: 'mid-level-flowers',
    category: 343,
    mcc: '5992',
    h5: 'UNAUTHORIZED',
    type: 'INDIVIDUAL',
    trade: 'BOTH',
    address: '香港示範里 3 號',
  },
  {
    name: 'Granite Peak Climbing Limited',
    short: 'Granite Peak',
    slug: 'granite-peak',
    category: 343,
    mcc: '7999',
    h5: 'REJECTED',
    reason: reasons.orders,
    trade: 'BOTH',
    address: '2/F, 55 Sample Road, Kwun Tong',
  },
  {
    name: '百盛家电商行',
    short: '百盛家电',
    slug: 'baisheng-appliances',
    category: 343,
    mcc: '5722',
    h5: 'APPROVED',
    country: '156',
    type: 'INDIVIDUAL',
    date: '2027-03-31',
  },
  {
    name: 'Coral Reef Hotels Sdn Bhd',
    short: 'Coral Reef Hotels',
    slug: 'coral-reef',
    category: 101,
    mcc: '7011',
    h5: 'APPROVED',
    country: '458',
    domains: [
      'stay.coral-reef.example',
      'pay.coral-reef.example',
      'www.coral-reef.example',
      'app.coral-reef.example',
      'm.coral-reef.example',
    ],
  },
  {
    name: '鴻運海味有限公司',
    short: '鴻運海味',
    slug: 'lucky-seafood',
    category: 548,
    mcc: '5422',
    h5: 'APPLICATION_FAILED',
    trade: 'BOTH',
    address: '香港示範市集 21 號',
  },
  {
    name: 'Velvet Moth Tailors',
    short: 'Velvet Moth',
    slug: 'velvet-moth',
    category: 644,
    mcc: '5697',
    h5: 'UNDER_REVIEW',
    type: 'INDIVIDUAL',
    trade: 'BOTH',
    address: 'Unit 4, 90 Sample Street, Hong Kong',
  },
  // What the platform holds of the next three has gaps: an edit must fill them before it can be sent.
  {
    name: 'Quiet Otter Crafts Limited',
    short: 'Quiet Otter',
    slug: 'quiet-otter',
    category: 644,
    mcc: '5970',
    h5: 'UNAUTHORIZED',
    status: { sub_merchant_status: 'INCOMPLETE_APPLICATION', application_status: 'INCOMPLETE_APPLICATION' },
    without: (record) => delete record.registration_certificate_date,
  },
  {
    name: '天成花茶有限公司',
    short: '天成花茶',
    slug: 'tincheng-tea',
    category: 548,
    mcc: '5499',
    h5: 'UNAUTHORIZED',
    without: (record) => {
      delete record.contact.email;
      delete record.business.mcc;
    },
  },
  {
    name: '长江五金商行',
    short: '长江五金',
    slug: 'changjiang-hardware',
    category: 343,
    mcc: '5251',
    h5: 'APPROVED',
    country: '156',
    without: (record) => {
      delete record.registration_certificate_number;
      delete record.registration_certificate_date;
      delete record.business.website;
    },
  },
  {
    name: 'Old Tram Depot Arts Limited',
    short: 'Old Tram Depot',
    slug: 'old-tram-depot',
    category: 101,
    mcc: '7922',
    h5: 'UNDER_PUNISHMENT',
    status: { sub_merchant_status: 'DEACTIVATED' },
  },
  {
    name: '泰和古董行',
    short: '泰和古董',
    slug: 'taihe-antiques',
    category: 343,
    mcc: '5932',
    h5: 'UNAUTHORIZED',
    type: 'INDIVIDUAL',
    status: { sub_merchant_status: 'CLOSED' },
    date: '2021-05-31',
  },
  {
    name: 'Tern Island Retreats Limited',
    short: 'Tern Island',
    slug: 'tern-island',
    category: 101,
    mcc: '7011',
    h5: 'UNAUTHORIZED',
    pageOnly: true,
  },
  {
    name: '新世紀相機有限公司',
    short: '新世紀相機',
    slug: 'new-century-cameras',
    category: 343,
    mcc: '5946',
    h5: 'UNAUTHORIZED',
    status: { sub_merchant_status: 'PENDING', application_status: 'UNDER_REVIEW' },
  },
  {
    name: '华美化妆品有限公司',
    short: '华美化妆品',
    slug: 'huamei-cosmetics',
    category: 644,
    mcc: '5977',
    h5: 'REJECTED',
    country: '156',
    reason: reasons.category,
    status: {
      sub_merchant_status: 'PENDING',
      application_status: 'REJECTED',
      application_reject_detail: { field: 'registration_certificate_copy', reason: '证件照片不清晰，请重新上传。' },
    },
  },
];

const two = (number: number) => String(number).padStart(2, '0');

const fieldsOf = (row: Row, number: number): SubMerchantFields => {
  const trade = row.trade ?? 'ONLINE';
  const type = row.type ?? 'ENTERPRISE';
  const person = {
    name: `Sample ${type === 'ENTERPRISE' ? 'Director' : 'Principal'} ${two(number)}`,
    number: `SAMPLE-ID-${two(number)}`,
  };
  const record: SubMerchantFields = {
    name: row.name,
    shortname: row.short,
    office_phone: `+4420794600${two(number)}`,
    contact: {
      name: `Sample Contact ${two(number)}`,
      phone: `+120255501${two(number)}`,
      email: `contact@${row.slug}.example`,
    },
    business_category: row.category,
    merchant_country_code: row.country ?? '344',
    merchant_type: type,
    registration_certificate_number: `SAMPLE${String(73_000_000 + number * 9_173)}`,
    registration_certificate_date:
      row.date ?? `20${29 + (number % 6)}-${two(1 + (number % 12))}-${two(1 + ((number * 7) % 28))}`,
    business: { business_type: trade, mcc: row.mcc },
    [type === 'ENTERPRISE' ? 'director' : 'principal']: person,
  };
  // Every third names a channel, every fourth an account: lists need both kinds.
  if (number % 3 === 0) record.channel_id = String(500_100 + number);
  if (number % 4 === 0) record.settlement_bank_number = `000-SAMPLE-${String(4_410_000 + number * 31)}`;
  if (number % 5 === 0) record.registration_certificate_copy = `sample-media-certificate-${two(number)}`;
  if (trade !== 'OFFLINE') record.business.website = `https://www.${row.slug}.example`;
  if (trade === 'BOTH' && number % 2 === 0) record.business.mini_program = `wx00000000000100${two(number)}`;
  if (row.address !== undefined) {
    record.business.store_address = row.address;
    record.business.store_photos = JSON.stringify(
      [1, 2, 3].map((photo) => `sample-media-store-${two(number)}-${photo}`),
    );
  }
  row.without?.(record);
  return record;
};

const h5Of = (row: Row, number: number): WorldH5 => {
  const website_url = `https://www.${row.slug}.example/shop`;
  const inForce = row.domains ?? [`www.${row.slug}.example`, `pay.${row.slug}.example`].slice(0, 1 + (number % 2));
  switch (row.h5) {
    case 'APPROVED':
    case 'UNDER_PUNISHMENT':
      return { state: row.h5, domains: inForce, website_url };
    case 'UNDER_REVIEW':
      return {
        state: row.h5,
        domains: [],
        asked: { domains: inForce, website_url },
        reviewSince: `2026-11-${two(20 + (number % 7))}T0${number % 9}:15:00.000Z`,
      };
    case 'REJECTED':
      return {
        state: row.h5,
        domains: [],
        asked: { domains: inForce, website_url },
        audit_reject_detail: row.reason ?? '',
      };
    case 'UNAUTHORIZED':
    case 'APPLICATION_FAILED':
      return { state: row.h5, domains: [] };
  }
};

/** 42 sub-merchants, `1900003001` to `1900003042`: every H5 state, gaps, and some that refuse a change. */
export const world: readonly WorldSubMerchant[] = rows.map((row, index) => ({
  sub_mchid: String(1_900_003_001 + index),
  record: fieldsOf(row, index + 1),
  h5: h5Of(row, index + 1),
  status: row.status ?? { sub_merchant_status: 'OPERATING' },
  pageOnly: row.pageOnly ?? false,
}));
