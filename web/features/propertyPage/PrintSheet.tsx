import type { Property } from '#shared/contracts/properties.ts';
import { listingTypeLabel } from '#shared/labels.ts';
import { t } from '#web/lib/i18n.tsx';
import { useSite } from '#web/lib/useSite.ts';
import { Picture } from '#web/ui/display/Picture.tsx';
import styles from './PrintSheet.module.css';
import { propertyUrl } from './pageHooks.ts';
import { detailRows, fullPrice } from './propertyRows.ts';

const PICTURES = 3;
const headlineClass = 'text-[17pt] font-[750] leading-[1.25] tracking-[-0.02em]';

/** The listing on one sheet of paper; on the screen there is nothing of it. */
export function PrintSheet({ property }: { property: Property }) {
  const { id, title, description, images, features, location, listing_type, agent } = property;
  const { siteName } = useSite();
  return (
    <div
      className={`hidden gap-[5mm] text-[#17211e] text-[9.5pt] leading-[1.45] print:grid ${styles.sheet}`}
      aria-hidden="true"
    >
      <p className="flex justify-between pb-[2mm] border-b-[0.5pt] border-b-[#c9c5b8] text-[#55635e]">
        <strong className="text-[#0b6b5b] text-[13pt] font-extrabold">{siteName}</strong>
        {/* The server's page names the site's own address, also where it was opened by another one. */}
        <span suppressHydrationWarning>{propertyUrl(id)}</span>
      </p>
      <div className="flex justify-between gap-[8mm]">
        <div>
          <p dir="auto" className={headlineClass}>
            {title}
          </p>
          <p>
            {location.address}, {location.city}, {location.province}
          </p>
        </div>
        <div className="flex-none text-right">
          <p className={headlineClass}>{fullPrice(property)}</p>
          <p>{t(listingTypeLabel[listing_type])}</p>
        </div>
      </div>
      {images.length > 0 && (
        <div className={`grid grid-cols-[2fr_1fr] grid-rows-[repeat(2,37mm)] gap-[2mm] ${styles.pictures}`}>
          {images.slice(0, PICTURES).map((src) => (
            <Picture key={src} className="min-h-0 rounded-[2mm]" src={src} alt="" sizes="40rem" />
          ))}
        </div>
      )}
      <div className="grid grid-cols-[1.7fr_1fr] gap-[8mm]">
        <div>
          <p dir="auto" className="whitespace-pre-line">
            {description}
          </p>
          {features.length > 0 && <p className="mt-[4mm] text-[#55635e]">{features.join(' · ')}</p>}
        </div>
        <dl>
          {detailRows(property).map(({ label, value }) => (
            <div
              key={label}
              className="flex justify-between gap-[3mm] py-[1mm] border-b-[0.5pt] border-b-[#e4e1d8]"
            >
              <dt className="text-[#55635e]">{label}</dt>
              <dd className="font-[650] text-right">{value}</dd>
            </div>
          ))}
        </dl>
      </div>
      {agent && (
        <p className="py-[3mm] px-[4mm] rounded-[2mm] bg-[#f3f1ea]">
          <strong>{agent.name}</strong> {t('Real Estate Agent')}
          {agent.email && ` · ${agent.email}`}
          {agent.phone && ` · ${agent.phone}`}
        </p>
      )}
    </div>
  );
}
