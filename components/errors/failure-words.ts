import type { Locale } from '@/lib/i18n/locale';

type Words = {
  title: string;
  now: string;
  next: string;
  retry: string;
  home: string;
  reference: string;
  copy: string;
  copied: string;
};

/**
 * The words of the last resort. They are in the browser already when it is needed: a page that failed may have failed
 * before its messages came.
 */
export const failureWords: Record<Locale, Words> = {
  en: {
    title: 'This page failed',
    now: 'The fault is ours. What was sent stays as it was: requests go on by themselves and nothing is sent twice.',
    next: 'Try again. If it fails again, give Integrations the reference.',
    retry: 'Try again',
    home: 'Go to Home',
    reference: 'Reference',
    copy: 'Copy',
    copied: 'Copied',
  },
  'zh-Hant': {
    title: '此頁面發生故障',
    now: '這是我們的故障。已發送的內容不受影響：請求會繼續自動處理，不會重複發送。',
    next: '請再試一次。如再次出現，請把參考編號交給系統對接組。',
    retry: '再試一次',
    home: '返回首頁',
    reference: '參考編號',
    copy: '複製',
    copied: '已複製',
  },
  'zh-Hans': {
    title: '此页面发生故障',
    now: '这是我们的故障。已发送的内容不受影响：请求会继续自动处理，不会重复发送。',
    next: '请再试一次。如再次出现，请把参考编号交给系统对接组。',
    retry: '再试一次',
    home: '返回首页',
    reference: '参考编号',
    copy: '复制',
    copied: '已复制',
  },
};
