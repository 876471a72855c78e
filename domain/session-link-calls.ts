/** The API of links to private sessions. For EventAdmin and EventScheduler, who make and revoke them. */

export interface SessionLink {
  id: number;
  /** For whom it is. */
  label: string;
  /** A path with the signed link. */
  address: string;
  /** Instant; null: without end. */
  expiresAt: string | null;
  /** Instant from which it does not work any more; null while it was not revoked. */
  revokedAt: string | null;
  createdAt: string;
  createdBy: string | null;
  /** It opens the session now. */
  works: boolean;
}

/** GET /api/events/instances/:instanceId/links: newest first, with those that do not work any more. */
export interface SessionLinks {
  isPrivate: boolean;
  links: SessionLink[];
}

/** POST /api/events/instances/:instanceId/links. DELETE /api/events/instances/:instanceId/links/:link revokes. */
export interface NewSessionLink {
  label: string;
  /** Instant in the future; null: without end. */
  expiresAt: string | null;
}
