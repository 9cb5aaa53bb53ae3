import { t } from '#web/lib/i18n.tsx';
import { Link } from '#web/lib/router.tsx';
import { useSite } from '#web/lib/useSite.ts';

/** The logo and name of the installation, linked to the home page. */
export function Logo() {
  const { siteName } = useSite();
  return (
    <Link
      to="/"
      className="inline-flex items-center gap-2.5 min-h-11 text-ink no-underline"
      aria-label={t('{siteName}, home', { siteName })}
    >
      <LogoMark />
      <span className="text-[1.375rem] font-[750] tracking-[-0.035em]">{siteName}</span>
    </Link>
  );
}

const lines = 'fill-none stroke-white stroke-[4.25] [stroke-linecap:round] [stroke-linejoin:round]';

export function LogoMark() {
  return (
    <svg className="flex-none w-9 h-9" viewBox="0 0 48 48" aria-hidden="true">
      <rect className="fill-[#0b6b5b]" width="48" height="48" rx="13" />
      <path className={lines} d="M8 25.5 24 11l16 14.5M14.5 23.5V37h19V23.5" />
      <circle className="fill-[#f4b445]" cx="24" cy="28.5" r="4.25" />
    </svg>
  );
}
