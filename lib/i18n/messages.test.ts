import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createTranslator } from 'next-intl';
import { describe, expect, it } from 'vitest';
import { passingRules } from '../approvals/view';
import { permissionGroups, permissions } from '../auth/permissions';
import { circumstances } from '../platform/dispositions';
import { dispositions } from '../platform/rows/all';
import { h5AuthorizationStates } from '../platform/wire/enums';
import { wireRules } from '../platform/wire/rules';
import { policyKeys } from '../policies/rules';
import { outcomes } from '../requests/view';
import en from './messages/en.json';
import hans from './messages/zh-Hans.json';
import hant from './messages/zh-Hant.json';

type Words = { [key: string]: string | Words };

const flat = (words: Words, path = ''): [string, string][] =>
  Object.entries(words).flatMap(([key, value]) => {
    const here = path === '' ? key : `${path}.${key}`;
    return typeof value === 'string' ? [[here, value] as [string, string]] : flat(value, here);
  });

const english = new Map(flat(en));
const files = { 'zh-Hant': new Map(flat(hant)), 'zh-Hans': new Map(flat(hans)) };

/** The values and rich-text tags of a message. What stands between the braces of a plural's branch is text, not a value. */
function argumentsOf(message: string): string[] {
  const names = new Set([...message.matchAll(/<(\w+)>/g)].map(([, tag]) => `<${tag}>`));
  const isBranch: boolean[] = [];
  for (const { 0: brace, index } of message.matchAll(/[{}]/g)) {
    if (brace === '}') isBranch.pop();
    else {
      const parent = isBranch.at(-1);
      const opensValue = parent === undefined || parent;
      if (opensValue) names.add(/^\s*(\w+)/.exec(message.slice(index + 1))?.[1] ?? '');
      isBranch.push(!opensValue);
    }
  }
  return [...names].sort();
}

/** The names of the branches that begin at `from`, just after the kind of a `select` or `plural`. */
function branchesAt(message: string, from: number): string[] {
  const names: string[] = [];
  let depth = 0;
  let name = '';
  for (const sign of message.slice(from)) {
    if (sign === '}' && depth === 0) break;
    if (sign === '{' && depth === 0) names.push(name.trim());
    if (sign === '{') depth += 1;
    else if (sign === '}') {
      depth -= 1;
      name = '';
    } else if (depth === 0) name += sign;
  }
  return names;
}

type Value = string | number | ((chunks: unknown) => unknown);

const counts = (branch: string): number[] => (branch.startsWith('=') ? [Number(branch.slice(1))] : [0, 1, 2, 1234]);

/** What may stand for each value of a message: a word or a number for each of its branches, and one that has none. */
function valuesOf(message: string): [name: string, values: Value[]][] {
  const held = new Map<string, Value[]>();
  const hold = (name: string, values: Value[]) => held.set(name, [...new Set([...(held.get(name) ?? []), ...values])]);
  for (const [, name = ''] of message.matchAll(/<(\w+)>/g)) hold(name, [(chunks) => chunks]);
  for (const [, name = ''] of message.matchAll(/\{(\w+)\}/g)) hold(name, ['words']);
  for (const [, name = ''] of message.matchAll(/\{(\w+), *(?:number|date|time)/g)) hold(name, [1234]);
  for (const found of message.matchAll(/\{(\w+), *(select|plural|selectordinal),/g)) {
    const [whole, name = '', kind] = found;
    const branches = branchesAt(message, found.index + whole.length);
    hold(name, kind === 'select' ? [...branches, 'none-of-them'] : branches.flatMap(counts));
  }
  return [...held];
}

/** Every choice of one value for each name. */
const choices = (held: [string, Value[]][]): Record<string, Value>[] =>
  held.reduce<Record<string, Value>[]>(
    (chosen, [name, values]) => chosen.flatMap((before) => values.map((value) => ({ ...before, [name]: value }))),
    [{}],
  );

// Pairs of a simplified form and its traditional one, where each belongs to one script only. Characters that both
// write (后, 里, 台, 准, 面, 只, 系, 制, 云 …) are left out: their presence proves nothing.
const pairs =
  '个個为為们們会會来來时時过過这這还還进進远遠运運连連选選边邊达達迁遷适適递遞逻邏变變发發币幣师師带帶帮幫报報护護担擔拟擬择擇换換据據损損' +
  '数數无無旧舊显顯书書权權条條机機构構标標样樣检檢业業务務动動办辦员員号號听聽吗嗎问問间間闭閉关關开開门門闻聞阅閱队隊际際陆陸险險随隨' +
  '应應库庫废廢当當录錄归歸态態总總户戶执執扩擴项項须須预預领領额額题題风風页頁顺順顾顧频頻请請让讓认認讨討训訓记記许許论論设設证證评評' +
  '识識诉訴词詞译譯试試询詢该該详詳语語误誤说說谁誰调調谢謝读讀课課账賬货貨质質购購费費资資赋賦赔賠赢贏贴貼贵貴负負败敗财財责責贸貿' +
  '车車转轉软軟轻輕载載较較输輸辑輯银銀错錯钟鐘钥鑰钱錢链鏈锁鎖键鍵镜鏡长長线線级級约約纪紀纯純纳納纸紙组組细細织織终終绍紹经經结結给給' +
  '绝絕统統继繼绩績续續维維综綜缓緩编編缩縮网網罗羅罚罰联聯职職节節获獲营營药藥获獲处處备備复復写寫军軍农農冲衝决決况況净淨减減几幾凭憑击擊' +
  '则則创創别別刚剛删刪剂劑劳勞势勢单單卖賣卫衛压壓厅廳历歷参參双雙叶葉吨噸启啟响響园園围圍国國图圖团團块塊坏壞场場址址声聲壳殼' +
  '头頭夹夾奖獎妇婦孙孫学學宁寧宝寶实實审審宪憲宽寬对對导導将將尔爾尘塵尝嘗层層属屬岁歲岛島币幣庆慶庄莊库庫异異张張弹彈强強径徑' +
  '从從众眾优優传傳伤傷伦倫伪偽体體余餘佣傭侧側侨僑债債倾傾偿償储儲儿兒兑兌党黨兰蘭兴興养養冻凍减減' +
  '测測济濟浏瀏涉涉湾灣满滿滤濾滚滾灭滅灯燈灵靈炉爐点點热熱爱愛爷爺状狀独獨环環现現玛瑪电電画畫畅暢监監盘盤盖蓋盗盜码碼确確础礎离離种種积積称稱' +
  '稳穩穷窮窃竊竞競笔筆签簽简簡类類粮糧紧緊红紅约約级級纵縱纷紛线線练練绑綁绘繪络絡缴繳罢罷义義习習乡鄉买買争爭亏虧亲親仅僅仓倉价價';
const simplifiedOnly = new Set<string>();
const traditionalOnly = new Set<string>();
for (let at = 0; at < pairs.length; at += 2) {
  const [simplified, traditional] = [pairs[at], pairs[at + 1]];
  if (simplified === undefined || traditional === undefined || simplified === traditional) continue;
  if (!'几余叶后里'.includes(simplified)) simplifiedOnly.add(simplified);
  traditionalOnly.add(traditional);
}
const found = (message: string, glyphs: Set<string>) => [...message].filter((glyph) => glyphs.has(glyph)).join('');

describe.each(Object.entries(files))('%s', (_, words) => {
  it('has the keys of the English file, no more and no fewer', () => {
    expect([...words.keys()].sort()).toEqual([...english.keys()].sort());
  });

  it('takes the same values in each message as English does', () => {
    const differing = [...words].filter(
      ([key, message]) => `${argumentsOf(message)}` !== `${argumentsOf(english.get(key) ?? '')}`,
    );
    expect(differing.map(([key]) => key)).toEqual([]);
  });

  it('leaves no message empty', () => {
    expect([...words].filter(([, message]) => message.trim() === '').map(([key]) => key)).toEqual([]);
  });
});

describe.each([
  ['en', en],
  ['zh-Hant', hant],
  ['zh-Hans', hans],
] as [string, Words][])('%s, as a page formats it', (locale, messages) => {
  it('has no message that cannot be formatted, in whichever of its branches: its raw key would be shown', () => {
    const fail = (fault: Error) => {
      throw fault;
    };
    const t = createTranslator({ locale, messages, onError: fail });
    const faults = flat(messages).flatMap(([key, message]) => {
      try {
        for (const values of choices(valuesOf(message))) t.rich(key as never, values as never);
        return [];
      } catch (fault) {
        return [`${key}: ${fault}`];
      }
    });
    expect(faults).toEqual([]);
  });

  it('writes the counts of an import as it writes the rows of its file', () => {
    const t = createTranslator({ locale, messages });
    const dryRun = { create: 5000, update: 1234, unchanged: 0, errors: 9999 };
    const applied = { created: 5000, updated: 1234, unchanged: 0, refused: 9999 };
    for (const sentence of [
      t('subMerchantImport.dryRun.summary' as never, dryRun as never),
      t('subMerchantImport.applied.summary' as never, applied as never),
    ] as string[]) {
      expect(sentence.match(/[\d,]+/g)?.filter((digits) => digits !== ',')).toEqual(['5,000', '1,234', '0', '9,999']);
    }
  });
});

describe('scripts', () => {
  it('traditional Chinese holds no glyph that only simplified Chinese writes', () => {
    const wrong = [...files['zh-Hant']].map(([key, message]) => [key, found(message, simplifiedOnly)] as const);
    expect(wrong.filter(([, glyphs]) => glyphs !== '')).toEqual([]);
  });

  it('simplified Chinese holds no glyph that only traditional Chinese writes', () => {
    const wrong = [...files['zh-Hans']].map(([key, message]) => [key, found(message, traditionalOnly)] as const);
    expect(wrong.filter(([, glyphs]) => glyphs !== '')).toEqual([]);
  });

  it('English holds no Chinese', () => {
    expect([...english].filter(([, message]) => /\p{Script=Han}/u.test(message)).map(([key]) => key)).toEqual([]);
  });
});

describe('completeness', () => {
  it('has words for every rule that a wire schema can fail', () => {
    expect(wireRules.filter((rule) => !english.has(`rules.${rule}`))).toEqual([]);
  });

  it('has label, meaning, effect and next step for every H5 state', () => {
    const keys = h5AuthorizationStates.flatMap((state) =>
      ['label', 'meaning', 'effect', 'next'].map((part) => `states.${state}.${part}`),
    );
    expect(keys.filter((key) => !english.has(key))).toEqual([]);
  });

  it('has words for everything that an answer, or its absence, can mean', () => {
    const keys = [...dispositions.map(({ id }) => id), ...circumstances].flatMap((id) =>
      ['title', 'explain', 'action'].map((part) => `meanings.${id}.${part}`),
    );
    expect(keys.filter((key) => !english.has(key))).toEqual([]);
  });

  it('has words for everything that an approval can fall under', () => {
    expect(policyKeys.filter((key) => !english.has(`approvals.risk.${key}`))).toEqual([]);
    expect(permissions.filter((right) => !english.has(`staff.matrix.permissions.${right}`))).toEqual([]);
    expect(permissionGroups.filter((group) => !english.has(`staff.matrix.groups.${group}`))).toEqual([]);
  });

  it('has words for whatever may stand in the way of an approval for a moment', () => {
    expect(passingRules.filter((rule) => !english.has(`refusals.conflict.${rule}`))).toEqual([]);
  });

  it('has words for every outcome', () => {
    const keys = outcomes.flatMap((outcome) =>
      ['word', 'lead', 'sentence'].map((part) => `outcomes.${outcome}.${part}`),
    );
    expect(keys.filter((key) => !english.has(key))).toEqual([]);
  });

  it('has every message that a page or component names in full', () => {
    const missing = ['app', 'components'].flatMap((room) => sourcesIn(room).flatMap(missingIn));
    expect(missing).toEqual([]);
  });
});

const sourcesIn = (room: string): string[] =>
  readdirSync(room, { recursive: true, encoding: 'utf8' })
    .filter((path) => /\.tsx?$/.test(path) && !path.includes('.test.'))
    .map((path) => join(room, path));

/** Keys without a message: `t('key')` after `const t = useTranslations('space')`, the nearest one above it. */
function missingIn(path: string): string[] {
  const source = readFileSync(path, 'utf8');
  const translators = [
    ...source.matchAll(/const (\w+)(?:: \w+)? = (?:await )?(?:use|get)Translations\('([\w.-]+)'\)/g),
  ];
  return [...new Set(translators.map(([, name]) => name ?? ''))].flatMap((name) => {
    const calls = [...source.matchAll(new RegExp(`\\b${name}(?:\\.rich)?\\('([\\w.-]+)'`, 'g'))];
    return calls.flatMap((call) => {
      const space = translators.filter((made) => made[1] === name && made.index < call.index).at(-1)?.[2];
      const key = `${space}.${call[1]}`;
      return space === undefined || english.has(key) ? [] : [`${path}: ${key}`];
    });
  });
}
