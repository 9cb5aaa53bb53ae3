import { useQueryClient } from '@tanstack/react-query';
import type { MouseEvent, ReactNode } from 'react';
import { Link } from 'react-router';
import { useSession } from '#web/features/auth/index.ts';
import { propertyQuery } from './propertyQuery.ts';

interface PropertyLinkProps {
  propertyId: number;
  children: ReactNode;
  className?: string | undefined;
  /** For links whose words say too little by themselves; begins with those words. */
  label?: string;
  /** A second way to the same page, for the pointer only. */
  isPointerOnly?: boolean;
}

const isPlainClick = (event: MouseEvent) =>
  event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;

/**
 * The way to a listing's page. A visitor who is not signed in gets the login dialog and is taken to the page afterwards
 * (specification, part 1 §4); opening in a new tab always works.
 */
export function PropertyLink(props: PropertyLinkProps) {
  const { propertyId, children, className, label, isPointerOnly = false } = props;
  const { user, openLogin } = useSession();
  const queryClient = useQueryClient();
  const path = `/properties/${propertyId}`;
  const prefetch = () => {
    if (user) void queryClient.prefetchQuery(propertyQuery(propertyId));
  };

  return (
    <Link
      to={path}
      className={className}
      aria-label={label}
      {...(isPointerOnly ? { tabIndex: -1, 'aria-hidden': true } : {})}
      draggable={false}
      onPointerEnter={(event) => {
        if (event.pointerType === 'mouse') prefetch();
      }}
      onFocus={prefetch}
      onClick={(event) => {
        if (user || !isPlainClick(event)) return;
        event.preventDefault();
        openLogin(path);
      }}
    >
      {children}
    </Link>
  );
}
