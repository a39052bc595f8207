import { useTranslations } from 'next-intl';
import type { PictureView } from '@/lib/media/view';
import { Icon } from '../ui/icon';

/** What a reviewer may find wrong with a picture at first sight; nothing where nothing was found. */
export function PictureRemarks({ remarks }: Pick<PictureView, 'remarks'>) {
  const t = useTranslations('pictureTools.remarks');
  return remarks.map((remark) => (
    <span
      key={remark}
      className="late inline-flex items-center gap-1"
      title={t(`${remark}.means`)}
      data-remark={remark}
    >
      <Icon name="warning" size="small" />
      {t(`${remark}.label`)}
    </span>
  ));
}
