from __future__ import annotations

import importlib.util
import shutil
from typing import TYPE_CHECKING

import pytest

from skilltool import package_data

if TYPE_CHECKING:
    from pathlib import Path
    from types import ModuleType


@pytest.fixture
def site(tmp_path: Path) -> Path:
    """A folder whose package holds only the module under test."""
    (tmp_path / "skilltool").mkdir()
    shutil.copy(package_data.__file__, tmp_path / "skilltool")
    return tmp_path


def module_of(site: Path) -> ModuleType:
    spec = importlib.util.spec_from_file_location("copied", site / "skilltool" / "package_data.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_data_files_are_inside_the_package(site: Path) -> None:
    assert module_of(site).data_file("a.json") == site / "skilltool" / "data" / "a.json"
    assert package_data.data_file("o200k_base.json").is_file()


def test_in_a_checkout_schemas_and_templates_are_beside_the_package(site: Path) -> None:
    (site / "schemas").mkdir()
    (site / "templates").mkdir()
    module = module_of(site)
    assert module.schema_file("index.json") == site / "schemas" / "index.json"
    assert module.templates_root() == site / "templates"
    assert module.template_folder("skill") == site / "templates" / "skill"


def test_in_a_wheel_schemas_and_templates_are_inside_the_package_whatever_lies_beside(
    site: Path,
) -> None:
    for folder in ("schemas", "templates"):
        (site / folder).mkdir()
        (site / "skilltool" / "_data" / folder).mkdir(parents=True)
    module, inside = module_of(site), site / "skilltool" / "_data"
    assert module.schema_file("index.json") == inside / "schemas" / "index.json"
    assert module.templates_root() == inside / "templates"
    assert module.template_folder("skill") == inside / "templates" / "skill"
