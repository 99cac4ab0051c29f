#!/bin/sh
# Runs the print browser as another user. Playwright cannot do so itself, and has made the folder of the profile as root.
for argument in "$@"; do
  case "$argument" in
    --user-data-dir=*) chown "$BROWSER_UID:$BROWSER_GID" "${argument#--user-data-dir=}" ;;
  esac
done
exec setpriv --reuid="$BROWSER_UID" --regid="$BROWSER_GID" --clear-groups --no-new-privs -- "$BROWSER" "$@"
