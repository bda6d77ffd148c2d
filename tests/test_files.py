"""Writing files: whole or not at all, and only what changes."""

from __future__ import annotations

import os
import stat
import sys
from pathlib import Path

import pytest

from skilltool.errors import SkilltoolError
from skilltool.files import write_bytes, write_text


def test_a_new_file_gets_the_content_and_counts_as_a_change(tmp_path):
    assert write_text(tmp_path / "a.md", "one\r\ntwo\n")
    assert (tmp_path / "a.md").read_bytes() == b"one\r\ntwo\n"


def test_a_file_with_the_same_bytes_is_not_touched(tmp_path):
    file = tmp_path / "a.md"
    file.write_bytes(b"same")
    os.utime(file, ns=(1, 1))
    before = file.stat()
    assert not write_bytes(file, b"same")
    assert (file.stat().st_mtime_ns, file.stat().st_ino) == (1, before.st_ino)


def test_other_bytes_replace_the_old_ones_and_nothing_stays_beside(tmp_path):
    file = tmp_path / "a.md"
    file.write_bytes(b"a long old content")
    assert write_bytes(file, b"new")
    assert file.read_bytes() == b"new"
    assert list(tmp_path.iterdir()) == [file]


def test_missing_folders_are_made(tmp_path):
    assert write_text(tmp_path / "a/b/c.md", "x")
    assert (tmp_path / "a/b/c.md").read_text() == "x"


@pytest.mark.skipif(sys.platform == "win32", reason="modes are POSIX")
@pytest.mark.parametrize("mode", [0o755, 0o640, 0o600])
def test_the_mode_is_kept(tmp_path, mode):
    file = tmp_path / "run.sh"
    file.write_text("old")
    file.chmod(mode)
    write_text(file, "new")
    assert stat.S_IMODE(file.stat().st_mode) == mode


@pytest.mark.skipif(sys.platform == "win32", reason="the umask is POSIX")
def test_a_new_file_has_the_mode_that_the_umask_leaves(tmp_path):
    old = os.umask(0o027)
    try:
        write_text(tmp_path / "a.md", "x")
    finally:
        os.umask(old)
    assert stat.S_IMODE((tmp_path / "a.md").stat().st_mode) == 0o640


@pytest.mark.skipif(sys.platform == "win32", reason="symbolic links need a privilege")
def test_a_symbolic_link_stays_and_its_target_is_written(tmp_path):
    (tmp_path / "AGENTS.md").write_text("old")
    link = tmp_path / "CLAUDE.md"
    link.symlink_to("AGENTS.md")
    assert write_text(link, "new")
    assert link.is_symlink()
    assert (tmp_path / "AGENTS.md").read_text() == "new"


def test_a_failed_replacement_keeps_the_old_content_and_leaves_nothing_behind(
    tmp_path, monkeypatch
):
    file = tmp_path / "a.md"
    file.write_text("old")

    def refuse(_self, _target):
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(Path, "replace", refuse)
    with pytest.raises(SkilltoolError, match=r"a\.md cannot be written: Permission denied"):
        write_text(file, "new")
    monkeypatch.undo()
    assert file.read_text() == "old"
    assert list(tmp_path.iterdir()) == [file]


def test_the_new_bytes_are_on_the_disk_before_the_old_ones_go(tmp_path, monkeypatch):
    synced = []
    replaced = []
    replace = Path.replace

    monkeypatch.setattr(os, "fsync", lambda handle: synced.append(os.fstat(handle).st_size))

    def record(self, target):
        replaced.append(list(synced))
        return replace(self, target)

    monkeypatch.setattr(Path, "replace", record)
    write_text(tmp_path / "a.md", "12345")
    assert replaced == [[5]]


def test_a_folder_in_the_way_is_an_error_that_names_the_path(tmp_path):
    (tmp_path / "a.md").mkdir()
    with pytest.raises(SkilltoolError, match=r"a\.md cannot be written"):
        write_text(tmp_path / "a.md", "x")


def test_a_name_of_the_greatest_length_can_be_written(tmp_path):
    assert write_text(tmp_path / ("x" * 255), "x")
